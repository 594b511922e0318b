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
  ///   - names: The name of each command, followed by its aliases.
  ///   - commands: The commands, in the order of their names.
  package init(_ title: String, declaring names: String..., @Builder commands: () -> [() -> AnyCommand]) {
    self.title = title
    let commands = commands()
    assert(names.count == commands.count, "each command of \(title) is named once")
    entries = zip(names, commands).map { names, declare in
      CommandEntry(names.split(separator: " ").map(String.init), declare)
    }
  }

  /// Collects commands without declaring them.
  @resultBuilder
  package enum Builder {
    package static func buildExpression(
      _ command: @autoclosure @escaping () -> AnyCommand
    ) -> () -> AnyCommand { command }

    package static func buildBlock(_ commands: (() -> AnyCommand)...) -> [() -> AnyCommand] { commands }
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
