/// A ``Vocabulary`` of any feature, without its types.
package struct AnyVocabulary {
  /// The heading of the commands in `help`.
  package let title: String
  /// The commands, in the order in which `help` lists them.
  private(set) var entries: [CommandEntry]
  /// Whether it belongs to the shell rather than to the feature.
  var isBuiltIn = false

  init(_ title: String, _ commands: [AnyCommand]) {
    self.title = title
    entries = commands.map { CommandEntry($0) }
  }

  /// Creates a vocabulary whose commands are declared when they are needed.
  ///
  /// - Parameters:
  ///   - title: The heading of the commands in `help`.
  ///   - parts: The name of each command with its aliases, followed by the command.
  package init(_ title: String, @Builder parts: () -> [Builder.Part]) {
    self.title = title
    entries = []
    var names: [String] = []
    for part in parts() {
      switch part {
      case .names(let text): names = text.words
      case .command(let declare):
        precondition(!names.isEmpty, "a command of '\(title)' has no names before it")
        entries.append(CommandEntry(names, declare))
        names = []
      }
    }
  }

  /// Collects commands without declaring them.
  @resultBuilder
  package enum Builder {
    package enum Part {
      case names(String)
      case command(() -> AnyCommand)
    }

    package static func buildExpression(_ names: String) -> Part { .names(names) }

    package static func buildExpression(_ command: @autoclosure @escaping () -> AnyCommand) -> Part {
      .command(command)
    }

    package static func buildBlock(_ parts: Part...) -> [Part] { parts }
  }

  /// The commands, in the order in which `help` lists them.
  package var commands: [AnyCommand] { entries.map(\.command) }

  /// The same vocabulary without commands of some names.
  func without(_ names: Set<String>) -> Self {
    var copy = self
    copy.entries.removeAll { names.contains($0.name) }
    return copy
  }
}
