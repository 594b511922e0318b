/// Determines whether typed input has open blocks.
package struct OpenBlocks {
  let table: CommandTable

  package init(table: CommandTable) {
    self.table = table
  }

  /// How many more blocks are open after a line than before it.
  ///
  /// - Returns: `nil` if the first line of a block has an error.
  func change(by line: String) -> Int? {
    var change = 0
    for line in Script(scanning: line.utf8, file: "", firstLine: 1).commandLines {
      if table.role(of: line) == .endsBlock { change -= 1 }
      guard let opensBlock = try? table.opensBlock(line) else { return nil }
      if opensBlock { change += 1 }
    }
    return change
  }
}
