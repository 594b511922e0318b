import ArgumentParser

/// Which page of the manual is asked for.
enum ManualChoice: EnumerableFlag {
  /// That of the program.
  case manual
  /// That of the language of its scripts.
  case scriptManual

  static func name(for value: ManualChoice) -> NameSpecification { .long }

  static func help(for value: ManualChoice) -> ArgumentHelp? {
    switch value {
    case .manual: "Print the manual page, for man: --manual | man -l -"
    case .scriptManual: "Print the manual page of the language of scripts."
    }
  }

  /// The source of the page.
  ///
  /// - Parameter options: What the argument parser dumps of the command line.
  func text<State, Action>(
    of application: ShellApplication<State, Action>,
    options: String
  ) throws -> String {
    switch self {
    case .manual: try ManualPage(application, options: options).text
    case .scriptManual: ScriptManualPage(application).text
    }
  }
}
