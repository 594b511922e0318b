/// A command of a script with the lines that belong to it: a node of the script's tree.
struct ScriptNode {
  /// Its first line, or the error of a line that cannot be read. Expected output without a command is a node of its own.
  let item: ScriptScanner.Item
  /// The command that the line names.
  fileprivate(set) var entry: CommandEntry?
  /// The role of the line.
  fileprivate(set) var role: CommandRole?
  /// The expected output after it.
  fileprivate(set) var expected: [ScriptLine] = []
  /// The content of a line that begins a block, even if its command is on the same line; `nil` if that has an error.
  fileprivate(set) var head: BlockHead?
  /// The block that it begins; `nil` if its command is on the same line.
  fileprivate(set) var block: Block?

  /// The lines after the first one of a block.
  struct Block {
    fileprivate(set) var nodes: [ScriptNode] = []
    /// The number of commands left out because the block has too many.
    fileprivate(set) var leftOut = 0
    /// The line that ends it; `nil` if it is missing.
    fileprivate(set) var end: ScriptLine?
  }

  init(_ item: ScriptScanner.Item) { self.item = item }

  /// The line of the command; `nil` if there is none.
  var command: ScriptLine? { item.line.flatMap { $0.kind == .expectedOutput ? nil : $0 } }

  /// The number of its last physical line; 0 if it has no command.
  var lastLine: Int {
    guard let command else { return 0 }
    let last = block?.end ?? expected.last ?? command
    return max(last.lines.upperBound, block?.nodes.last { $0.command != nil }?.lastLine ?? 0)
  }
}

/// The tree of a script, which grows by a line at a time. Only the tree determines which lines belong to a
/// block, and which expected output belongs to a command.
struct ScriptTree {
  /// The maximum depth of nodes: a macro in the innermost block, with as many blocks in it. Deeper blocks are errors.
  private static let deepest = 2 * ScriptExtent.deepestBlock + 1

  private let table: CommandTable
  /// The blocks that are open after the last line, outermost first.
  private(set) var open: [ScriptNode] = []
  /// The nodes outside of blocks, then those in each open block.
  private(set) var levels: [[ScriptNode]] = [[]]
  /// The number of open blocks that are too deep to be nodes with parts.
  private var excess = 0
  /// The number of nodes in the outermost open block.
  private var size = 0

  init(_ table: CommandTable, of lines: [ScriptLine] = []) {
    self.table = table
    for line in lines { append(.command(line)) }
  }

  /// Adds the next line.
  mutating func append(_ item: ScriptScanner.Item) {
    var node = ScriptNode(item)
    guard let line = item.line else { return add(node) }
    if line.kind == .expectedOutput {
      let (top, last) = (levels.count - 1, levels[levels.count - 1].count - 1)
      guard last >= 0, levels[top][last].takesOutput else { return add(node) }
      return levels[top][last].expected.append(line)
    }
    node.entry = line.commandName.flatMap { table.entry(of: $0) }
    node.role = node.entry.flatMap { table.role(of: $0, in: line) }
    switch node.role {
    case .beginsBlock, .beginsMacro:
      node.head = try? table.block(begunBy: line)
      if node.head?.repetition?.command != nil { return add(node) }
      node.block = ScriptNode.Block()
      if open.count == Self.deepest {
        excess += 1
        return add(node)
      }
      open.append(node)
      levels.append([])
    case .endsBlock where excess > 0: excess -= 1
    case .endsBlock where !open.isEmpty: close(by: line)
    default: add(node)
    }
  }

  /// Takes the nodes outside of blocks to which no further line can belong.
  mutating func takeComplete() -> [ScriptNode] {
    let last = open.isEmpty ? levels[0].popLast() : nil
    defer { levels[0] = last.map { [$0] } ?? [] }
    return levels[0]
  }

  /// The nodes outside of blocks, at the end of the script.
  mutating func finish() -> [ScriptNode] {
    while !open.isEmpty { close(by: nil) }
    defer { levels = [[]] }
    return levels[0]
  }

  private mutating func close(by end: ScriptLine?) {
    var node = open.removeLast()
    node.block?.nodes = levels.removeLast()
    node.block?.end = end
    if open.isEmpty {
      node.block?.leftOut = max(0, size - ScriptExtent.mostBlockCommands)
      size = 0
    }
    add(node)
  }

  private mutating func add(_ node: ScriptNode) {
    // All nodes of a block are in memory.
    if !open.isEmpty { size += 1 }
    if size <= ScriptExtent.mostBlockCommands { levels[levels.count - 1].append(node) }
  }
}

extension ScriptNode {
  /// Whether expected output can follow it.
  fileprivate var takesOutput: Bool { block == nil && item.line?.kind != .expectedOutput }
}

extension [ScriptNode] {
  /// All lines in order, each with the number of blocks around it, and around a comment after it.
  var lines: [(line: ScriptLine, depth: Int, depthAfter: Int)] {
    var lines: [(line: ScriptLine, depth: Int, depthAfter: Int)] = []
    addLines(to: &lines, depth: 0)
    return lines
  }

  private func addLines(to lines: inout [(line: ScriptLine, depth: Int, depthAfter: Int)], depth: Int) {
    for node in self {
      if let line = node.item.line { lines.append((line, depth, node.block == nil ? depth : depth + 1)) }
      for line in node.expected { lines.append((line, depth, depth)) }
      node.block?.nodes.addLines(to: &lines, depth: depth + 1)
      if let end = node.block?.end { lines.append((end, depth, depth)) }
    }
  }

  /// All commands in order, also those in blocks.
  var commands: [ScriptLine] {
    flatMap { node in
      (node.command.map { [$0] } ?? []) + (node.block?.nodes.commands ?? [])
    }
  }
}
