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

  package init(name: String, text: String, summary: String? = nil) {
    self.name = name
    self.text = text
    self.summary = summary
  }
}

/// The settings.
public struct SettingsAnswer: Answer, JSONObject {
  package static let members = fields([
    "settings": "the settings and their values"
  ])

  /// The settings and their values.
  public let settings: [Named]

  package init(settings: [Named]) {
    self.settings = settings
  }

  public func lines(_ page: Page) -> [String] {
    var table = TextTable()
    for setting in settings { table.add(setting.name, setting.text, setting.summary ?? "") }
    return page.lines(table)
  }
}

/// The aliases.
public struct AliasesAnswer: Answer, JSONObject {
  package static let members = fields([
    "aliases": "the names and their command lines"
  ])

  /// The names and their command lines.
  public let aliases: [Named]

  package init(aliases: [Named]) {
    self.aliases = aliases
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

  package init(macros: [Named]) {
    self.macros = macros
  }

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

  package init(variables: [Named]) {
    self.variables = variables
  }

  public func lines(_ page: Page) -> [String] {
    if variables.isEmpty { return [page.dimmed("there are no variables; 'let NAME = EXPR' defines one")] }
    var table = TextTable()
    for variable in variables { table.add(variable.name, variable.text) }
    return page.lines(table)
  }
}

/// The output of `help`.
public struct HelpAnswer: Answer, JSONObject {
  package static let members = fields([
    "text": .value("the explanation") { answer in
      answer.text(Page(palette: Palette(isEnabled: false))).joined(separator: "\n")
    }
  ])

  /// The explanation.
  public let text: (Page) -> [String]

  package init(text: @escaping (Page) -> [String]) {
    self.text = text
  }

  public func lines(_ page: Page) -> [String] { text(page) }
}

/// Commands and topics found by a search of the help.
public struct CommandsAnswer: Answer, JSONObject {
  package static let members = fields([
    "commands": "their usage and summaries"
  ])

  /// Their usage and summaries.
  public let commands: [Named]

  package init(commands: [Named]) {
    self.commands = commands
  }

  public func lines(_ page: Page) -> [String] {
    var table = TextTable()
    for command in commands { table.add(command.name, command.text) }
    return page.lines(table)
  }
}

/// The name and version of the program.
public struct VersionAnswer: Answer, JSONObject {
  package static let members = fields([
    "program": "its name",
    "version": .value("its version, if it has one") { $0.version.isEmpty ? nil : $0.version },
  ])

  /// Its name.
  public let program: String
  /// Its version, if it has one.
  public let version: String

  package init(program: String, version: String) {
    self.program = program
    self.version = version
  }

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

    package init(number: Int, text: String) {
      (self.number, self.text) = (number, text)
    }
  }

  /// The lines.
  public let items: [Line]

  package init(items: [HistoryAnswer.Line]) {
    self.items = items
  }

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
