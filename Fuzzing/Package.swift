// swift-tools-version: 6.1

import PackageDescription

/// Looks for input that TodoShell cannot stand: see `make fuzz`.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "TodoShell", path: "..")],
  targets: [
    // The repository's manifest has these sources too, as FuzzSubjects, for the tests that try the corpus.
    .target(
      name: "Subjects",
      dependencies: [
        .product(name: "Core", package: "TodoShell"),
        .product(name: "ShellKit", package: "TodoShell"),
      ],
      path: "Subjects"
    ),
    .executableTarget(
      name: "Fuzzer",
      dependencies: ["Subjects"],
      path: "Fuzzer",
      // The linker that Swift takes by itself cannot link libFuzzer to a program that has a main of its own.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The macros' finished plug-in, as in the manifest of the repository.
if let plugin = Context.environment["CORE_MACROS_PLUGIN"], !plugin.isEmpty {
  let isLibrary = plugin.hasSuffix(".so") || plugin.hasSuffix(".dylib")
  let flags =
    isLibrary ? ["-load-plugin-library", plugin] : ["-load-plugin-executable", "\(plugin)#CoreMacros"]
  for target in package.targets where target.name == "Subjects" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(flags)]
  }
}
