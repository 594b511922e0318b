import Core

/// Commands for the feature's actions without arguments, named after their cases: `start-tapped` for `.startTapped`.
///
/// They never change the meaning of another line: a word that begins with a name in the state is an expression, and a
/// prefix of a declared command's name is that command. They are created when they are first needed.
final class ActionCommands {
  let focus: Focus
  private let declared: [String: Int]
  private let found = Once<AnyVocabulary>()

  /// - Parameters:
  ///   - focus: The feature, or the child whose actions they send.
  ///   - declared: The declared commands, by their names.
  init(of focus: Focus, besides declared: [String: Int]) {
    self.focus = focus
    self.declared = declared
  }

  /// The commands under their heading in `help`.
  var vocabulary: AnyVocabulary { found(make) }

  /// The command with a name or an unambiguous prefix, if there is one.
  func entry(named name: String) -> CommandEntry? {
    let entries = entries(startingWith: name)
    return entries.first { $0.name == name } ?? (entries.count == 1 ? entries[0] : nil)
  }

  /// The commands whose names have a prefix.
  func entries(startingWith start: String) -> [CommandEntry] {
    let entries = start.isEmpty ? [] : vocabulary.entries.filter { $0.name.hasPrefix(start) }
    return entries.isEmpty || focus.hasMember(startOf: start) ? [] : entries
  }

  private func make() -> AnyVocabulary {
    var names: Set<String> = []
    let cases = Shape.of(focus.action).choice?.cases.filter { $0.payload == nil } ?? []
    let commands = cases.compactMap { element -> AnyCommand? in
      let name = element.name.kebabCased
      guard name.isNameOfCommand, !declared.keys.contains(where: { $0.hasPrefix(name) }),
        !focus.hasMember(startOf: name),
        names.insert(name).inserted
      else { return nil }
      let action = focus.whole(".\(element.name.asMember)")
      var command = AnyCommand(
        help: """
          Send \(action)

          No command is declared with this name. Sessions record the action.

          \(name) :: the same as \(action)
          """
      ) { [focus] (shell: AnyInterpreter) in
        try shell.turn {
          $0.send(try ActionSyntax.action(of: focus.feature, parsing: SourceText(action)))
        }
      }
      command.action = action
      return command.named([name]).drivingSession().explored()
    }
    return AnyVocabulary("Actions without arguments", commands)
  }
}

extension ActionCommands: Hashable {
  static func == (first: ActionCommands, second: ActionCommands) -> Bool { first.focus == second.focus }

  func hash(into hasher: inout Hasher) { hasher.combine(focus) }
}

extension Focus {
  /// Whether a text starts with a name that an expression can start with.
  func hasMember(startOf text: String) -> Bool {
    let name = String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    return expressionNames.contains(name)
  }

  /// Whether a text is the beginning of such a name.
  func mayBecomeMember(_ text: String) -> Bool { expressionNames.contains { $0.hasPrefix(text) } }

  private var expressionNames: [String] { names + ExpressionContext.factNames }
}

extension String {
  /// The name of a case in lower case, with a hyphen before each of its words but the first: `load-url` for `loadURL`.
  var kebabCased: String {
    let characters = Array(self)
    return characters.indices.reduce(into: "") { name, index in
      let before = characters[..<index].last
      let after = characters[(index + 1)...].first
      if characters[index].isUppercase, let before, !before.isUppercase || after?.isLowercase == true {
        name += "-"
      }
      name += characters[index].lowercased()
    }
  }
}
