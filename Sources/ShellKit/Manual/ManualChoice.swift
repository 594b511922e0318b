import ArgumentParser

/// A text about the program that is asked for instead of running it.
enum ManualChoice: EnumerableFlag {
  /// That of the program.
  case manual
  /// That of the language of its scripts.
  case scriptManual
  /// The form of the events that `--format json` prints.
  case eventSchema

  static func name(for value: ManualChoice) -> NameSpecification { .long }

  static func help(for value: ManualChoice) -> ArgumentHelp? {
    switch value {
    case .manual: "Print the manual page, for man: --manual | man -l -"
    case .scriptManual: "Print the manual page of the language of scripts."
    case .eventSchema: "Print the JSON Schema of the events of --format json."
    }
  }

  /// The text: of a page of the manual, its source.
  ///
  /// - Parameter options: What the argument parser dumps of the command line.
  func text<State, Action>(
    of application: ShellApplication<State, Action>,
    options: String
  ) throws -> String {
    switch self {
    case .manual: try ManualPage(application, options: options).text
    case .scriptManual: ScriptManualPage(application).text
    case .eventSchema: EventFormat.schema.indentedText + "\n"
    }
  }
}
