/// How much a script runs, as far as it has been checked.
struct ScriptExtent {
  /// How many commands a script may run with those of the scripts that it sources. A few scripts that source each other
  /// twice would run for years; nobody writes as many commands as this.
  static let mostCommands = 1_000_000_000
  /// How deep scripts may source each other; deeper is a mistake that no cycle check sees, such as a growing path.
  static let deepest = 32
  /// What is wrong with those that are deeper.
  static var tooDeep: String { "scripts and macros nest at most \(deepest) levels" }

  /// How many commands it has itself, a block counted as one.
  var ownCommandCount = 0
  /// How many commands it runs, each as often as it is done.
  var commandCount = 0
  /// How many scripts deep it is, itself included.
  var depth = 1
}

extension ScriptParser {
  /// Counts commands of the script that is being checked.
  func count(_ commands: Int, depth: Int, at source: SourceText) throws(Diagnostic) {
    if let excess = count(commands, depth: depth) { throw source.diagnostic(excess) }
  }

  /// Counts commands of the script that is being checked.
  ///
  /// - Returns: What is wrong, if they are too many or too deep.
  func count(_ commands: Int, depth: Int) -> String? {
    extent.commandCount += commands
    extent.depth = max(extent.depth, 1 + depth)
    if extent.commandCount > mostCommands {
      isStopped = true
      return
        "a script can run at most \(mostCommands) commands, including those of the scripts that it sources"
    }
    return open.count + depth > ScriptExtent.deepest + 1 ? ScriptExtent.tooDeep : nil
  }
}
