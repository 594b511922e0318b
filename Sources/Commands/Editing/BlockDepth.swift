/// Follows the lines of a script into its blocks and out of them.
struct BlockDepth {
  let table: CommandTable
  /// How many blocks are open after the last line.
  private(set) var depth = 0

  init(_ table: CommandTable) {
    self.table = table
  }

  /// How deep the next line is in blocks. The line that ends a block is as deep as the one that begins it.
  mutating func enter(_ line: ScriptLine) -> Int {
    if table.role(of: line) == .endsBlock { depth = max(0, depth - 1) }
    defer {
      // An error in the first line of a block does not close it.
      if (try? table.opensBlock(line)) ?? true { depth += 1 }
    }
    return depth
  }
}
