import Core

/// Commands for the feature's actions without arguments, named after their cases: `start-tapped` for `.startTapped`.
///
/// They never change the meaning of another line: a word that begins with a name in the state is an expression, and a
/// prefix of a declared command's name is that command. They are created when they are first needed.
final class ActionCommands {
  private let types: FeatureTypes
  private let isDeclared: (_ beginning: String) -> Bool
  private let found = Once<AnyVocabulary>()

  /// - Parameters:
  ///   - types: The types of the feature.
  ///   - isDeclared: Whether the name of a declared command begins with a text.
  init(of types: FeatureTypes, unless isDeclared: @escaping (_ beginning: String) -> Bool) {
    self.types = types
    self.isDeclared = isDeclared
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
    return entries.isEmpty || types.hasMember(startOf: start) ? [] : entries
  }

  private func make() -> AnyVocabulary {
    var names: Set<String> = []
    let cases = Shape.of(types.action).choice?.cases.filter { $0.payload == nil } ?? []
    let commands = cases.compactMap { element -> AnyCommand? in
      let name = element.name.kebabCased
      guard name.isNameOfCommand, !isDeclared(name), !types.hasMember(startOf: name),
        names.insert(name).inserted
      else { return nil }
      let action = ".\(element.name.asMember)"
      var command = AnyCommand(
        summary: "Send \(action)",
        discussion: "No command is declared with this name. Sessions record the action.",
        examples: [name: "the same as \(action)"]
      ) { [types] (shell: AnyInterpreter) in
        try shell.turn {
          $0.send(try ActionSyntax.action(of: types.action, parsing: SourceText(action)))
        }
      }
      command.action = action
      return command.named([name]).drivingSession().explored()
    }
    return AnyVocabulary("Actions without arguments", commands)
  }
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
