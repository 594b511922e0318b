/// Determines whether typed input has open blocks.
package struct OpenBlocks<State, Action> {
  let table: CommandTable<State, Action>

  package init(table: CommandTable<State, Action>) {
    self.table = table
  }

  /// How many blocks are open at the end of a text.
  ///
  /// - Returns: 0 also if the first line of a block has an error, so that it is reported at once.
  package func count(in text: String) -> Int {
    var count = 0
    for line in Script(scanning: text.utf8, file: "", firstLine: 1).commandLines {
      if table.role(of: line) == .endsBlock { count -= 1 }
      guard let opensBlock = try? table.opensBlock(line) else { return 0 }
      if opensBlock { count += 1 }
    }
    return max(0, count)
  }
}
