/// The extent of a script, as far as it has been checked.
struct ScriptExtent: Equatable {
  /// How many commands a script may run, including those of sourced scripts. A few nested scripts that source each
  /// other twice could otherwise run for years.
  static let mostCommands = 1_000_000_000
  /// How deep scripts can be nested; deeper nesting is an error that a cycle check cannot detect, such as a growing
  /// path.
  static let deepest = 32
  /// How deep blocks can be nested.
  static let deepestBlock = 32
  /// The maximum number of commands of a block, all of which are kept in memory.
  static let mostBlockCommands = 100_000
  /// The error for deeper nesting.
  static var tooDeep: String { "scripts and macros nest at most \(deepest) levels" }

  /// The number of its own commands, a block counted as one.
  var ownCommandCount = 0
  /// How many commands it runs, each as often as it is done.
  var commandCount = 0
  /// The depth of nested scripts, including this one.
  var depth = 1
  /// How many blocks enclose the command being checked.
  var openBlocks = 0
}

extension ScriptParser {
  /// Counts commands of the script being checked.
  ///
  /// - Throws: An error if there are too many, or too many levels.
  func count(_ commands: Int, depth: Int = 0, at source: @autoclosure () -> SourceText) throws(Diagnostic) {
    scope.extent.commandCount += commands
    scope.extent.depth = max(scope.extent.depth, 1 + depth)
    if scope.extent.commandCount > ScriptExtent.mostCommands {
      isStopped = true
      throw source().diagnostic(
        """
        a script can run at most \(ScriptExtent.mostCommands) commands, including those of the scripts that it sources
        """
      )
    }
    if depth > 0, open.count + depth > ScriptExtent.deepest + 1 {
      throw source().diagnostic(ScriptExtent.tooDeep)
    }
  }
}
