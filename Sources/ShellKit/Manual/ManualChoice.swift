import ArgumentParser

/// A document to print instead of running the program.
enum ManualChoice: EnumerableFlag {
  /// The manual page of the program.
  case manual
  /// The manual page of the script language.
  case scriptManual
  /// The JSON Schema of the events of `--format json`.
  case eventSchema

  static func name(for value: ManualChoice) -> NameSpecification { .long }

  static func help(for value: ManualChoice) -> ArgumentHelp? {
    switch value {
    case .manual: "Print the manual page, for man: --manual | man -l -"
    case .scriptManual: "Print the manual page of the script language."
    case .eventSchema: "Print the JSON Schema of the events of --format json."
    }
  }

  /// The text of the document; for a manual page, its source.
  ///
  /// - Parameter options: The argument parser's dump of the command line.
  func text(
    of application: AnyApplication,
    options: String
  ) throws -> String {
    switch self {
    case .manual: try ManualPage(application, options: options).text
    case .scriptManual: ScriptManualPage(application).text
    case .eventSchema: EventFormat.schema.indentedText + "\n"
    }
  }
}
