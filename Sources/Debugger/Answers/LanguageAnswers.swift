import Core

/// Something that has a name: a setting, an alias, a variable, a command.
package struct Named: JSONObject {
  package static let title = "Named"
  package static let members: [JSONMember<Self>] = [
    JSONMember("name", "its name") { $0.name }, JSONMember("text", "what it stands for") { $0.text },
    JSONMember(optional: "summary", "what it is for") { $0.summary },
  ]

  package let name: String
  package let text: String
  package var summary: String?

  package init(name: String, text: String, summary: String? = nil) {
    self.name = name
    self.text = text
    self.summary = summary
  }
}

/// The settings.
package struct SettingsAnswer: Answer {
  package static let kind = "settings"
  package static let members: [JSONMember<Self>] = [
    JSONMember("settings", "the settings and their values") { $0.settings }
  ]

  package let settings: [Named]

  package init(settings: [Named]) {
    self.settings = settings
  }

  package func lines(_ page: Page) -> [String] {
    var table = TextTable()
    for setting in settings { table.add(setting.name, setting.text, setting.summary ?? "") }
    return page.lines(table)
  }
}

/// The aliases.
package struct AliasesAnswer: Answer {
  package static let kind = "aliases"
  package static let members: [JSONMember<Self>] = [
    JSONMember("aliases", "the names and their command lines") { $0.aliases }
  ]

  package let aliases: [Named]

  package init(aliases: [Named]) {
    self.aliases = aliases
  }

  package func lines(_: Page) -> [String] {
    if aliases.isEmpty { return ["there are no aliases"] }
    return aliases.map { "alias \($0.name) = \($0.text)".controlCharactersEscaped }
  }
}

/// The macros, each as it was defined.
package struct MacrosAnswer: Answer {
  package static let kind = "macros"
  package static let members: [JSONMember<Self>] = [
    JSONMember("macros", "the names and their definitions") { $0.macros }
  ]

  package let macros: [Named]

  package init(macros: [Named]) {
    self.macros = macros
  }

  package func lines(_ page: Page) -> [String] {
    if macros.isEmpty { return [page.dimmed("there are no macros: 'macro NAME' begins one")] }
    return macros.flatMap { $0.text.dumpLines }
  }
}

/// The variables.
package struct VariablesAnswer: Answer {
  package static let kind = "variables"
  package static let members: [JSONMember<Self>] = [
    JSONMember("variables", "the names and their values") { $0.variables }
  ]

  package let variables: [Named]

  package init(variables: [Named]) {
    self.variables = variables
  }

  package func lines(_ page: Page) -> [String] {
    if variables.isEmpty { return [page.dimmed("there are no variables: 'let NAME = EXPR' defines one")] }
    var table = TextTable()
    for variable in variables { table.add(variable.name, variable.text) }
    return page.lines(table)
  }
}

/// What `help` explains.
package struct HelpAnswer: Answer {
  package static let kind = "help"
  package static let members: [JSONMember<Self>] = [
    JSONMember("text", "the explanation") { answer in
      answer.text(Page(palette: Palette(isEnabled: false))).joined(separator: "\n")
    }
  ]

  package let text: (Page) -> [String]

  package init(text: @escaping (Page) -> [String]) {
    self.text = text
  }

  package func lines(_ page: Page) -> [String] { text(page) }
}

/// Commands and topics whose help has certain words.
package struct CommandsAnswer: Answer {
  package static let kind = "commands"
  package static let members: [JSONMember<Self>] = [
    JSONMember("commands", "their usage, and what they do") { $0.commands }
  ]

  package let commands: [Named]

  package init(commands: [Named]) {
    self.commands = commands
  }

  package func lines(_ page: Page) -> [String] {
    var table = TextTable()
    for command in commands { table.add(command.name, command.text) }
    return page.lines(table)
  }
}

/// Which program this is.
package struct VersionAnswer: Answer {
  package static let kind = "version"
  package static let members: [JSONMember<Self>] = [
    JSONMember("program", "its name") { $0.program },
    JSONMember(optional: "version", "its version, if it has one") { $0.version.isEmpty ? nil : $0.version },
  ]

  package let program: String
  package let version: String

  package init(program: String, version: String) {
    self.program = program
    self.version = version
  }

  package func lines(_: Page) -> [String] {
    ["\(program) \(version.isEmpty ? "without a version" : version)".controlCharactersEscaped]
  }
}

/// Lines that were typed.
package struct HistoryAnswer: Answer {
  package static let kind = "history"
  package static let members: [JSONMember<Self>] = [JSONMember("lines", "the lines") { $0.items }]

  package struct Line: JSONObject {
    package static let title = "HistoryLine"
    package static let members: [JSONMember<Self>] = [
      JSONMember("number", "its number") { $0.number }, JSONMember("text", "what was typed") { $0.text },
    ]
    package let number: Int
    package let text: String

    package init(number: Int, text: String) {
      (self.number, self.text) = (number, text)
    }
  }

  package let items: [Line]

  package init(items: [HistoryAnswer.Line]) {
    self.items = items
  }

  package func lines(_: Page) -> [String] {
    if items.isEmpty { return ["no line of the history is like that"] }
    let width = "\(items.last?.number ?? 0)".count
    return items.map { item in
      let digits = "\(item.number)"
      let indent = String(repeating: " ", count: width - digits.count)
      return "\(indent)\(digits)  \(item.text)".controlCharactersEscaped
    }
  }
}
