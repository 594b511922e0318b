import Core

/// Something that has a name: a setting, an alias, a variable, a command.
struct Named: JSONObject {
  static let title = "Named"
  static let members: [JSONMember<Self>] = [
    JSONMember("name", "its name") { $0.name }, JSONMember("text", "what it stands for") { $0.text },
    JSONMember(optional: "summary", "what it is for") { $0.summary },
  ]

  let name: String
  let text: String
  var summary: String?
}

/// The settings.
struct SettingsAnswer: Answer {
  static let kind = "settings"
  static let members: [JSONMember<Self>] = [
    JSONMember("settings", "the settings and their values") { $0.settings }
  ]

  let settings: [Named]

  func lines(_ page: Page) -> [String] {
    var table = TextTable()
    for setting in settings { table.add(setting.name, setting.text, setting.summary ?? "") }
    return page.lines(table)
  }
}

/// The aliases.
struct AliasesAnswer: Answer {
  static let kind = "aliases"
  static let members: [JSONMember<Self>] = [
    JSONMember("aliases", "the names and their command lines") { $0.aliases }
  ]

  let aliases: [Named]

  func lines(_: Page) -> [String] {
    if aliases.isEmpty { return ["there are no aliases"] }
    return aliases.map { "alias \($0.name) = \($0.text)".controlCharactersEscaped }
  }
}

/// The macros, each as it was defined.
struct MacrosAnswer: Answer {
  static let kind = "macros"
  static let members: [JSONMember<Self>] = [
    JSONMember("macros", "the names and their definitions") { $0.macros }
  ]

  let macros: [Named]

  func lines(_ page: Page) -> [String] {
    if macros.isEmpty { return [page.dimmed("there are no macros: 'macro NAME' begins one")] }
    return macros.flatMap { $0.text.dumpLines }
  }
}

/// The variables.
struct VariablesAnswer: Answer {
  static let kind = "variables"
  static let members: [JSONMember<Self>] = [
    JSONMember("variables", "the names and their values") { $0.variables }
  ]

  let variables: [Named]

  func lines(_ page: Page) -> [String] {
    if variables.isEmpty { return [page.dimmed("there are no variables: 'let NAME = EXPR' defines one")] }
    var table = TextTable()
    for variable in variables { table.add(variable.name, variable.text) }
    return page.lines(table)
  }
}

/// What `help` explains.
struct HelpAnswer: Answer {
  static let kind = "help"
  static let members: [JSONMember<Self>] = [
    JSONMember("text", "the explanation") { answer in
      answer.text(Page(palette: Palette(isEnabled: false))).joined(separator: "\n")
    }
  ]

  let text: (Page) -> [String]

  func lines(_ page: Page) -> [String] { text(page) }
}

/// Commands and topics whose help has certain words.
struct CommandsAnswer: Answer {
  static let kind = "commands"
  static let members: [JSONMember<Self>] = [
    JSONMember("commands", "their usage, and what they do") { $0.commands }
  ]

  let commands: [Named]

  func lines(_ page: Page) -> [String] {
    var table = TextTable()
    for command in commands { table.add(command.name, command.text) }
    return page.lines(table)
  }
}

/// Which program this is.
struct VersionAnswer: Answer {
  static let kind = "version"
  static let members: [JSONMember<Self>] = [
    JSONMember("program", "its name") { $0.program },
    JSONMember(optional: "version", "its version, if it has one") { $0.version.isEmpty ? nil : $0.version },
  ]

  let program: String
  let version: String

  func lines(_: Page) -> [String] {
    ["\(program) \(version.isEmpty ? "without a version" : version)".controlCharactersEscaped]
  }
}

/// Lines that were typed.
struct HistoryAnswer: Answer {
  static let kind = "history"
  static let members: [JSONMember<Self>] = [JSONMember("lines", "the lines") { $0.items }]

  struct Line: JSONObject {
    static let title = "HistoryLine"
    static let members: [JSONMember<Self>] = [
      JSONMember("number", "its number") { $0.number }, JSONMember("text", "what was typed") { $0.text },
    ]
    let number: Int
    let text: String
  }

  let items: [Line]

  func lines(_: Page) -> [String] {
    if items.isEmpty { return ["no line of the history is like that"] }
    let width = "\(items.last?.number ?? 0)".count
    return items.map { item in
      let digits = "\(item.number)"
      let indent = String(repeating: " ", count: width - digits.count)
      return "\(indent)\(digits)  \(item.text)".controlCharactersEscaped
    }
  }
}
