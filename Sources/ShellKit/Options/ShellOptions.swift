import ArgumentParser
import Core

/// The options of all subcommands of a shell, for use in a program's ``ShellProgram``. They may stand before or after the
/// name of the subcommand.
public struct ShellOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only requested output and errors.")
  var quiet = false

  @Option(help: ArgumentHelp("Use colour: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  // Unconditional, so that -1 is reported as an invalid value and not as a missing one.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed of the random numbers given to the feature.", valueName: "number"),
    transform: { text in
      if let seed = UInt64(text) { return seed }
      throw ValidationError("a seed is a whole number from 0 to \(UInt64.max).")
    }
  )
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "The date at the start of the session, in ISO 8601: 2026-11-21 or 2026-11-21T10:30:00Z.",
      valueName: "date"
    ),
    transform: { text in
      if let date = Date(epochText: text) { return date }
      throw ValidationError("it is not an ISO 8601 date, for example \(Date.epochExample).")
    }
  )
  var epoch: Date?

  @Option(
    name: .customShort("v"),
    help: ArgumentHelp("Define $NAME as VALUE in scripts; may be repeated.", valueName: "name=value"),
    transform: { text in
      let name = text.prefix { $0 != "=" }
      guard Variable.isName(name), name.endIndex < text.endIndex, !text.hasStrayBytes else {
        throw ValidationError("it is not NAME=VALUE in UTF-8; a name has letters, digits and '_'.")
      }
      return (String(name), Variable(given: String(text.dropFirst(name.count + 1))))
    }
  )
  var variables: [(name: String, value: Variable)] = []

  /// What the subcommand and all options say; set before the program runs.
  public internal(set) var configuration = ShellConfiguration()
  /// The document to print instead, and the argument parser's description of the command line.
  var document: (choice: ManualChoice, commandLine: String)?

  private enum CodingKeys: CodingKey { case quiet, color, seed, epoch, variables }

  /// Declares the options; they have no values yet.
  public init() {}

  /// What these options say.
  var common: ShellConfiguration {
    var configuration = ShellConfiguration()
    configuration.isQuiet = quiet
    configuration.color = color
    configuration.seed = seed
    configuration.epoch = epoch
    configuration.variables = Dictionary(variables.map { ($0.name, $0.value) }) { $1 }
    return configuration
  }

  /// Runs the program.
  ///
  /// - Parameter application: The program.
  /// - Throws: The exit code, unless it is 0.
  public func run(_ application: some FeatureShell) throws { try application.run(with: self) }
}

/// A `ShellApplication` of any feature.
///
/// A wrong type in an application is one error, because ``ShellOptions/run(_:)`` does not infer its types as well.
public protocol FeatureShell {
  /// Runs the program.
  ///
  /// - Throws: The exit code, unless it is 0.
  func run(with options: ShellOptions) throws
}

extension ShellApplication: FeatureShell {
  /// Runs the program.
  ///
  /// - Throws: The exit code, unless it is 0.
  public func run(with options: ShellOptions) throws {
    let application = erased
    let status =
      try options.document.map { document in
        let console = Console.standard()
        console.program = application.name
        console.output.put(
          try document.choice.text(of: application.withExports, options: document.commandLine)
        )
        return console.finish(ExitStatus.success)
      } ?? application.run(options.configuration, console: .standard())
    if status != ExitStatus.success { throw ExitCode(status) }
  }
}

extension ColorChoice: ExpressibleByArgument {}
extension OutputFormat: ExpressibleByArgument {}
