// swift-tools-version: 6.3

import CompilerPluginSupport
import Foundation
import PackageDescription

// Optimized across modules, a shell contains code of all of these, and a module is compiled again only if one that it names
// has changed: a program that does not name ShellKit would keep code for the old layout of its types, and crash. So ShellKit,
// the shells and their programs name them all.
let modules: [Target.Dependency] = [
  "Core", "TodoShellSessions", "TodoShellValues", "TodoShellSystem", "TodoShellPlatform", "TodoShellDebugger",
  "TodoShellCommands", "TodoShellServers", "TodoShellExport",
  "TodoShellTerminal",
  .product(name: "ArgumentParser", package: "swift-argument-parser"),
]

// The package manager rejects the unsafe flags of a package that another one depends on by URL.
let isDownloaded = ["/checkouts/", "/registry/"].contains(where: Context.packageDirectory.contains)

let package = Package(
  name: "TodoShell",
  // The first system whose runtime ends objects on their actor (`isolated deinit`).
  platforms: [.macOS("15.4")],
  products: [
    .executable(name: "todoshell", targets: ["TodoShellProgram"]),
    .executable(name: "bookshell", targets: ["BookShellProgram"]),
    .library(name: "Core", targets: ["Core"]),
    .library(name: "TodoShellSessions", targets: ["TodoShellSessions"]),
    .library(name: "CoreNetworking", targets: ["CoreNetworking"]),
    .library(name: "CoreTestSupport", targets: ["CoreTestSupport"]),
    .library(name: "ShellKit", targets: ["ShellKit"]),
    .library(name: "TodoShellCommands", targets: ["TodoShellCommands"]),
  ],
  traits: [
    .trait(
      name: "FullFoundation",
      description: "UserDefaults, IndexSet and the NS classes; makes a program 40 MB larger"
    ),
    .default(enabledTraits: ["FullFoundation"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    // What a value of any type consists of. Below everything that looks into values.
    .target(
      name: "TodoShellShapes",
      dependencies: ["TodoShellSystem", .product(name: "HashTreeCollections", package: "swift-collections")]
    ),
    // What Swift lacks: thread-local variables, and threads that survive a trap.
    .target(name: "CTodoShellThreads"),
    .target(
      name: "Core",
      dependencies: [
        "CTodoShellThreads",
        "TodoShellMacrosPlugin",
        "TodoShellFiles",
        "TodoShellShapes",
        "TodoShellSystem",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]
    ),
    // Apart from Core, so that only programs that load from the network link Foundation's networking.
    .target(name: "CoreNetworking", dependencies: ["Core"]),
    // Apart from Core, so that only tests link Testing and XCTest.
    .target(
      name: "CoreTestSupport",
      dependencies: [
        "Core",
        "TodoShellSessions",
        "CTodoShellTestStart",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]
    ),
    .target(name: "CTodoShellTestStart"),
    // A feature under observation: history, replay, what-if, exploring. Beside Values, so that both compile at once.
    .target(name: "TodoShellSessions", dependencies: ["Core"]),
    // Values of any type as text and back: diagnostics, words, literals, patterns, expressions. No commands, no terminal.
    .target(
      name: "TodoShellValues",
      dependencies: [
        "Core", "TodoShellSystem", .product(name: "HashTreeCollections", package: "swift-collections"),
      ]
    ),
    // What Swift cannot do in a signal handler, and what it does not import.
    .target(name: "CTodoShellPlatform"),
    // Files, on any system that Core runs on: read, replaced and locked. Below everything.
    .target(name: "TodoShellFiles", dependencies: ["TodoShellSystem"], path: "Sources/Platform/Files"),
    // The C library of the system.
    .target(name: "TodoShellSystem", path: "Sources/Platform/C"),
    // Descriptors, signals, other programs.
    .target(
      name: "TodoShellPlatform",
      dependencies: ["TodoShellFiles", "TodoShellSystem", "CTodoShellPlatform"],
      exclude: ["C", "Files"]
    ),
    // A session to drive and to query: answers and events. No commands, no terminal.
    .target(
      name: "TodoShellDebugger",
      dependencies: ["Core", "TodoShellSessions", "TodoShellValues", "TodoShellSystem", "TodoShellPlatform"]
    ),
    // The command language on the debugger. No terminal.
    .target(
      name: "TodoShellCommands",
      dependencies: [
        "Core", "TodoShellSessions", "TodoShellValues", "TodoShellDebugger", "TodoShellSystem",
        "TodoShellPlatform",
      ]
    ),
    .target(name: "CLibedit", linkerSettings: [.linkedLibrary("edit")]),
    // Protocols on standard input and output, for programs. No terminal.
    .target(
      name: "TodoShellServers",
      dependencies: [
        "Core", "TodoShellSessions", "TodoShellValues", "TodoShellDebugger", "TodoShellCommands",
        "TodoShellSystem", "TodoShellPlatform",
      ]
    ),
    // The line editor and the pager. Nothing else links libedit.
    .target(
      name: "TodoShellTerminal",
      dependencies: [
        "Core", "TodoShellCommands", "TodoShellSystem", "TodoShellPlatform", "CLibedit", "CTodoShellPlatform",
      ]
    ),
    // The session as files for other tools. No terminal.
    .target(
      name: "TodoShellExport",
      dependencies: [
        "Core", "TodoShellSessions", "TodoShellValues", "TodoShellDebugger", "TodoShellCommands",
        "TodoShellSystem", "TodoShellPlatform", "TodoShellPage",
      ],
      exclude: ["Page"]
    ),
    // The page that it exports: HTML, CSS and JavaScript.
    .target(
      name: "TodoShellPage",
      path: "Sources/Export/Page"
    ),
    .target(
      name: "ShellKit",
      dependencies: modules
    ),
    // The two examples. Each is a library with a main file, because the package manager does not always build an
    // executable before the tests that import it.
    .target(
      name: "TodoShell",
      dependencies: modules + ["ShellKit"],
      exclude: ["Program"],
      // The tour is a part of the program: it stays one file.
      resources: [.embedInCode("tour.todoscript")]
    ),
    .executableTarget(
      name: "TodoShellProgram",
      dependencies: modules + ["ShellKit", "TodoShell"],
      path: "Sources/TodoShell/Program"
    ),
    .target(
      name: "BookShell",
      dependencies: modules + ["ShellKit"],
      exclude: ["Program"],
      // The scripts of the tour are a part of the program: it stays one file.
      resources: [.embedInCode("Examples")]
    ),
    .executableTarget(
      name: "BookShellProgram",
      dependencies: modules + ["ShellKit", "BookShell"],
      path: "Sources/BookShell/Program"
    ),
    .testTarget(name: "ShapesTests", dependencies: ["TodoShellShapes"]),
    .testTarget(
      name: "CoreTests",
      dependencies: [
        "Core",
        "TodoShellSessions",
        "CoreNetworking",
        "CoreTestSupport",
        "SharingProbe",
        "TestSupport",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]
    ),
    .testTarget(
      name: "SessionsTests",
      dependencies: ["TodoShellSessions", "Core", "CoreTestSupport", "TestSupport"]
    ),
    .target(
      name: "TestSupport",
      dependencies: ["Core", "TodoShellSessions", "TodoShellSystem", "TodoShellPlatform", "TodoShellValues"],
      path: "Tests/TestSupport"
    ),
    .executableTarget(name: "SharingProbe", dependencies: ["Core"], path: "Tests/Fixtures/SharingProbe"),
    .executableTarget(
      name: "EditorProbe",
      dependencies: ["TodoShellTerminal"],
      path: "Tests/Fixtures/EditorProbe"
    ),
    .executableTarget(
      name: "lamp",
      dependencies: [
        "Core",
        "ShellKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Fixtures/Lamp"
    ),
    .executableTarget(
      name: "eggtimer",
      dependencies: [
        "Core",
        "ShellKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Fixtures/EggTimer"
    ),
    .executableTarget(
      name: "eggtimer-fixed",
      dependencies: [
        "Core",
        "ShellKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Fixtures/EggTimerFixed"
    ),
    .executableTarget(
      name: "diary",
      dependencies: [
        "Core",
        "ShellKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Fixtures/Diary"
    ),
    .executableTarget(
      name: "Board",
      dependencies: ["Core", "TodoShellCommands"],
      path: "Tests/Fixtures/Board"
    ),
    .executableTarget(
      name: "Blinker",
      dependencies: [
        "Core",
        "ShellKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Fixtures/Blinker"
    ),
    // What the fuzzers try: the tests try it with the corpus.
    .target(
      name: "FuzzSubjects",
      dependencies: modules + ["ShellKit"],
      path: "Fuzzing/Subjects"
    ),
    .testTarget(
      name: "ValuesTests",
      dependencies: [
        "TodoShellValues", "Core", "TestSupport", "FuzzSubjects",
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ]
    ),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "TodoShellCommands", "ShellKit", "TodoShellDebugger", "TodoShellValues", "Core", "TodoShellSessions",
        "CoreTestSupport", "TestSupport",
        "FuzzSubjects",
      ]
    ),
    .testTarget(
      name: "PlatformTests",
      dependencies: ["TodoShellPlatform", "TodoShellFiles", "CTodoShellPlatform", "Core", "TestSupport"]
    ),
    .testTarget(name: "DebuggerTests", dependencies: ["TodoShellDebugger", "Core", "TestSupport"]),
    .testTarget(
      name: "ServersTests",
      dependencies: [
        "TodoShellServers", "TodoShellCommands", "TodoShellValues", "Core", "TestSupport", "FuzzSubjects",
      ]
    ),
    .testTarget(
      name: "ExportTests",
      dependencies: [
        "TodoShellExport", "TodoShellCommands", "TodoShellDebugger", "ShellKit", "Core", "TestSupport",
        "TodoShell", "BookShell",
        "Menagerie",
      ],
      exclude: ["Clients"]
    ),
    // A feature with values of many types, in a module that exported tests import.
    .target(name: "Menagerie", dependencies: ["Core"], path: "Tests/Fixtures/Menagerie"),
    // Tests written by `export swift`: that they compile, pass, and fail for a mutated feature.
    .testTarget(name: "ExportedTests", dependencies: ["Core", "TodoShell", "BookShell", "Menagerie"]),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["TodoShellTerminal", "Core", "TestSupport", "EditorProbe"]
    ),
    .testTarget(
      name: "TodoShellTests",
      dependencies: [
        "TodoShellProgram", "BookShellProgram", "TestSupport", "lamp", "eggtimer", "eggtimer-fixed",
        "Blinker", "Board", "diary",
      ],
      exclude: ["Snapshots"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The names of targets are unique in a build, so those that no user needs to import have a prefix, which their folders lack.
for target in package.targets where target.path == nil && !target.isTest && target.name.contains("TodoShell")
{
  let folder = target.name.replacingOccurrences(of: "TodoShell", with: "")
  if !folder.isEmpty { target.path = "Sources/\(folder)" }
}

// Takes the ways of other systems wherever Linux knows them, for `make portable`.
if Context.environment["PORTABLE"] != nil {
  for target in package.targets {
    target.cSettings = [.define("PORTABLE")]
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("PORTABLE")]
  }
}

// Only `Fuzzing/run` builds the fuzzer: the linker that Swift takes by itself cannot link libFuzzer to a program that has a
// main function of its own.
if Context.environment["FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzer",
      dependencies: ["FuzzSubjects"],
      path: "Fuzzing/Fuzzer",
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
    )
  )
}

// The macros are compiled against the SwiftSyntax that comes with the compiler, which takes seconds. The package swift-syntax
// takes minutes; it is used where the toolchain has no SwiftSyntax, and where unsafe flags are rejected.
var syntax: [Target.Dependency] = []
var compilingSyntax: [SwiftSetting] = []
var linkingSyntax: [LinkerSetting] = []
let libraries =
  ["", "Builder", "Macros", "MacroExpansion"].map { "SwiftSyntax\($0)" }
  + ["SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics"]
if let folder = compilersSwiftSyntax(), !isDownloaded {
  let linked = (libraries + ["SwiftCompilerPluginMessageHandling"]).map { "-l\($0)" }
  compilingSyntax = [.unsafeFlags(["-I", folder])]
  linkingSyntax = [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder] + linked)]
} else {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0")
  )
  syntax = (libraries + ["_SwiftCompilerPluginMessageHandling"]).map {
    .product(name: $0, package: "swift-syntax")
  }
}
package.targets += [
  .target(
    name: "TodoShellMacros",
    dependencies: syntax,
    path: "Sources/CoreMacros",
    exclude: ["Plugin"],
    swiftSettings: compilingSyntax,
    linkerSettings: linkingSyntax
  ),
  .macro(
    name: "TodoShellMacrosPlugin",
    dependencies: ["TodoShellMacros"] + syntax,
    path: "Sources/CoreMacros/Plugin",
    swiftSettings: compilingSyntax
  ),
  .testTarget(
    name: "CoreMacrosTests",
    dependencies: ["TodoShellMacros"] + syntax,
    swiftSettings: compilingSyntax
  ),
]

// The tests compare dumps with those of the real library, which no program needs.
if !isDownloaded {
  package.dependencies.append(
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3")
  )
  package.targets.first { $0.name == "CoreTests" }?.dependencies.append(
    .product(name: "CustomDump", package: "swift-custom-dump")
  )
}

// Without an index of system modules and LLVM's verifier, debug builds take a tenth less time.
if !isDownloaded {
  let flags = ["-index-ignore-system-modules", "-Xfrontend", "-disable-llvm-verify"]
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags, .when(configuration: .debug))]
  }
}

// Only the tests that `Scripts/sanitize` runs, and what they need.
if let tests = Context.environment["TEST_TARGETS"] {
  var (open, needed) = (tests.split(separator: " ").map(String.init), Set<String>())
  while let name = open.popLast() {
    guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
      continue
    }
    for case .byNameItem(let name, _) in target.dependencies { open.append(name) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}

/// The folder of the compiler's SwiftSyntax; `nil` if the toolchain has none, like Apple's.
func compilersSwiftSyntax() -> String? {
  // A library of the toolchain that this manifest has loaded. `String(contentsOfFile:)` would read only the first page.
  let maps = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile()
  let lines = maps.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
  let line = lines.first { $0.hasSuffix("/libPackageDescription.so") }
  guard let line, let path = line.firstIndex(of: "/") else { return nil }
  let folder = URL(filePath: String(line[path...])).appending(path: "../../../host").standardized.path
  let module = "\(folder)/SwiftCompilerPluginMessageHandling.swiftmodule"
  return FileManager.default.fileExists(atPath: module) ? folder : nil
}

// The documentation plug-in, for `make docs` only: no other build should fetch it.
if Context.environment["TODOSHELL_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
