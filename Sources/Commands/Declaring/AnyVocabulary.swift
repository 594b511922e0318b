/// What a ``Vocabulary`` is, for any feature.
package struct AnyVocabulary {
  /// The heading of the commands in `help`.
  package let title: String
  /// The commands, in the order in which `help` lists them.
  package internal(set) var commands: [AnyCommand]
  /// Whether it belongs to the shell rather than to the feature.
  var isBuiltIn = false

  init(_ title: String, _ commands: [AnyCommand]) {
    self.title = title
    self.commands = commands
  }

  package init(_ title: String, @VocabularyBuilder<AnyCommand> commands: () -> [AnyCommand]) {
    self.init(title, commands())
  }
}
