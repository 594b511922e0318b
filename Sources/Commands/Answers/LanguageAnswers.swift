import Core

/// A named item: a setting, an alias, a variable, a command.
public struct Named: JSONObject {
  package static let members = fields([
    "name": "its name", "text": "its value",
    "summary": "its description",
  ])

  /// Its name.
  public let name: String
  /// Its value.
  public let text: String
  /// Its description.
  public var summary: String?
}

/// The settings.
public struct SettingsAnswer: Answer, JSONObject {
  package static let members = fields([
    "settings": "the settings and their values"
  ])

  /// The settings and their values.
  public let settings: [Named]

  init(_ settings: [Setting], of shell: AnyInterpreter) {
    self.settings = settings.map { setting in
      Named(
        name: setting.name,
        text: setting.show(shell),
        summary: "\(setting.values): \(setting.summary)"
      )
    }
  }

  public func lines(_ page: Page) -> [String] {
    page.table(of: settings) { [$0.name, $0.text, $0.summary ?? ""] }
  }
}

/// The aliases.
public struct AliasesAnswer: Answer, JSONObject {
  package static let members = fields([
    "aliases": "the names and their command lines"
  ])

  /// The names and their command lines.
  public let aliases: [Named]

  /// - Parameter macros: What the user has defined, of which the aliases are listed.
  init(_ macros: [Macro]) {
    aliases = macros.compactMap { alias in
      alias.aliased.map { Named(name: alias.head.name, text: $0.text) }
    }
  }

  public func lines(_: Page) -> [String] {
    if aliases.isEmpty { return ["there are no aliases"] }
    return aliases.map { "alias \($0.name) = \($0.text)".controlCharactersEscaped }
  }
}

/// The macros, as they were defined.
public struct MacrosAnswer: Answer, JSONObject {
  package static let members = fields([
    "macros": "the names and their definitions"
  ])

  /// The names and their definitions.
  public let macros: [Named]

  public func lines(_ page: Page) -> [String] {
    if macros.isEmpty { return [page.dimmed("there are no macros; 'macro NAME' defines one")] }
    return macros.flatMap { $0.text.dumpLines }
  }
}

/// The variables.
public struct VariablesAnswer: Answer, JSONObject {
  package static let members = fields([
    "variables": "the names and their values"
  ])

  /// The names and their values.
  public let variables: [Named]

  public func lines(_ page: Page) -> [String] {
    if variables.isEmpty { return [page.dimmed("there are no variables; 'let NAME = EXPR' defines one")] }
    return page.table(of: variables) { [$0.name, $0.text] }
  }
}

/// The output of `help`.
public struct HelpAnswer: Answer, JSONObject {
  package static let members = fields([
    "text": .value("the explanation") { answer in
      answer.text(Page()).joined(separator: "\n")
    }
  ])

  /// The explanation.
  public let text: (Page) -> [String]

  public func lines(_ page: Page) -> [String] { text(page) }
}

/// Commands and topics found by a search of the help.
public struct CommandsAnswer: Answer, JSONObject {
  package static let members = fields([
    "commands": "their usage and summaries"
  ])

  /// Their usage and summaries.
  public let commands: [Named]

  public func lines(_ page: Page) -> [String] {
    page.table(of: commands) { [$0.name, $0.text] }
  }
}

/// The name and version of the program.
public struct VersionAnswer: Answer, JSONObject {
  package static let members = fields([
    "program": "its name",
    "version": .value("its version, if it has one") { $0.version.nonEmpty },
  ])

  /// Its name.
  public let program: String
  /// Its version, if it has one.
  public let version: String

  public func lines(_: Page) -> [String] {
    ["\(program) \(version.isEmpty ? "without a version" : version)".controlCharactersEscaped]
  }
}

/// Lines of the input history.
public struct HistoryAnswer: Answer, JSONObject {
  package static let members = fields(["lines": .value("the lines") { $0.items }])

  /// A line of the input history.
  public struct Line: JSONObject {
    package static let title = "HistoryLine"
    package static let members = fields([
      "number": "its number", "text": "the line as typed",
    ])
    /// Its number.
    public let number: Int
    /// The line as typed.
    public let text: String
  }

  /// The lines.
  public let items: [Line]

  public func lines(_: Page) -> [String] {
    if items.isEmpty { return ["no matching lines in the history"] }
    let width = "\(items.last?.number ?? 0)".count
    return items.map { item in
      let digits = "\(item.number)"
      let indent = String(repeating: " ", count: width - digits.count)
      return "\(indent)\(digits)  \(item.text)".controlCharactersEscaped
    }
  }
}

/// The virtual time.
public struct ClockAnswer: Answer, JSONObject {
  package static let members = fields([
    "time": .value("virtual time") { $0.now },
    "due": .value("when the next effect continues") { $0.next },
  ])

  /// The virtual time.
  public let now: Duration
  /// When the next effect is due, if one is; not after the current time if a command was stopped before all effects ran.
  public let next: Duration?

  public func lines(_: Page) -> [String] {
    if let next, next <= now { return ["+\(now.formatted), effects are due now: 'run' continues them"] }
    guard let next else { return ["+\(now.formatted), nothing is scheduled"] }
    return ["+\(now.formatted), the next effect is due in \((next - now).formatted)"]
  }
}

/// Where the transcript is written.
public struct TranscriptAnswer: Answer, JSONObject {
  package static let members = fields([
    "path": "the file; omitted if there is none"
  ])

  /// The file.
  public let path: String?

  public func lines(_: Page) -> [String] {
    [path.map { "written to '\($0)'".controlCharactersEscaped } ?? "no transcript is being written"]
  }
}

/// Whether exhaustive mode is on.
public struct ExhaustiveAnswer: Answer, JSONObject {
  package static let members = fields([
    "isOn": "whether exhaustive mode is on"
  ])

  /// Whether exhaustive mode is on.
  public let isOn: Bool

  public func lines(_: Page) -> [String] { ["exhaustive is \(isOn ? "on" : "off")"] }
}

/// The error of a command that was expected to fail.
public struct FailureAnswer: Answer, JSONObject {
  package static let members = fields([
    "message": "the error message"
  ])

  /// The error message.
  public let message: String

  public func lines(_: Page) -> [String] { message.dumpLines }
}
