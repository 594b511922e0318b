import Foundation
import TestSupport
import Testing

/// What the compiler says of mistakes in a program that its author cannot guess from this package's declarations.
struct CompilerErrorTests {
  /// The errors in a program's source.
  private func errors(in source: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let products = URL(filePath: builtProgram("todoshell")).deletingLastPathComponent()
    try source.write(to: URL(filePath: folder.file("Program.swift")), atomically: true, encoding: .utf8)
    // The C modules of the package, which are imported by its Swift modules.
    let maps = try FileManager.default.contentsOfDirectory(atPath: products.path).sorted()
      .map { products.appending(path: "\($0)/module.modulemap").path }
      .filter(FileManager.default.fileExists)
      .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    let compiler = try run(
      "/usr/bin/env",
      [
        "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6",
        "-I", products.appending(path: "Modules").path, folder.file("Program.swift"),
      ] + maps,
      environment: ProcessInfo.processInfo.environment
    )
    return compiler.errors.split(separator: "\n").filter { $0.hasPrefix("/") && $0.contains("error:") }
      .map { String($0.drop { $0 != ":" }) }
  }

  private func program(initialState: String) -> String {
    """
    import ArgumentParser
    import ShellKit

    struct Lamp: Reducer {
      struct State { var isOn = false }
      enum Action { case tap }
      func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
    }

    @main struct LampShell: ShellProgram {
      @OptionGroup var options: ShellOptions
      func run() throws {
        try options.run(ShellApplication(name: "lamp", initialState: \(initialState)) { Lamp() })
      }
    }
    """
  }

  @Test func aWrongInitialStateIsOneErrorAtItsLine() throws {
    #expect(try errors(in: program(initialState: "Lamp.State()")) == [])
    let errors = try errors(in: program(initialState: "5"))
    #expect(errors.count == 1 && errors[0].hasPrefix(":13:") && errors[0].contains("Lamp.State"), "\(errors)")
  }
}
