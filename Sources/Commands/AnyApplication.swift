import Core

/// A ``ShellApplication`` of any feature, without its types.
package struct AnyApplication {
  package let name: String
  package let version: String
  package let greeting: String
  package let tour: [TourChapter]
  /// The commands.
  package private(set) var table: CommandTable
  let makeSession: (UInt64, Date) -> AnySession
  let makeInterpreter: (Self, SessionOrigin, Console, ShellSettings, String) -> AnyInterpreter

  /// Creates an interpreter with a new session.
  ///
  /// - Parameter script: The name of the script to run, for events.
  package func interpreter(
    origin: SessionOrigin,
    console: Console,
    settings: ShellSettings,
    script: String = ""
  ) -> AnyInterpreter {
    makeInterpreter(self, origin, console, settings, script)
  }

  /// The same application with more built-in commands.
  package func adding(_ vocabulary: AnyVocabulary) -> Self {
    var copy = self
    copy.table = CommandTable(table.all + [vocabulary.builtIn], of: table.types)
    return copy
  }
}
