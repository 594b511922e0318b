import Core

/// The rest of a script when a conversation begins in its middle: the commands after that place, and the rest of each
/// block around it.
package struct ScriptRest {
  private let source: ScriptSource
  /// The blocks around the next command, outermost first; the first is the script.
  private var blocks: [Block] = []

  private struct Block {
    let nodes: [ScriptNode]
    var next: Int
    var round: CallFrame
    let counter: String?
  }

  /// - Parameters:
  ///   - line: The first line of the next command.
  ///   - rounds: The rounds of the blocks around it, outermost first.
  /// - Returns: `nil` if no command begins there.
  package init?(of source: ScriptSource, from line: Int, in rounds: [CallFrame], _ table: CommandTable) {
    self.source = source
    var nodes = source.nodes(table)
    var rounds = rounds[...]
    var round = CallFrame.round(0, of: 1)
    var counter: String?
    while true {
      guard
        let index = nodes.lastIndex(where: { $0.command.map { $0.lines.lowerBound <= line } ?? false }),
        case let node = nodes[index]
      else { return nil }
      let isNext = node.command?.lines.lowerBound == line && rounds.isEmpty
      blocks.append(Block(nodes: nodes, next: isNext ? index : index + 1, round: round, counter: counter))
      if isNext { return }
      guard let repetition = node.head?.repetition, let next = rounds.popFirst() else { return nil }
      round = next
      counter = repetition.counter
      var inner = ScriptTree(table, of: (repetition.command.map { [$0] } ?? []) + node.expected)
      nodes = node.block?.nodes ?? inner.finish()
    }
  }

  /// Takes the next command, with its block; `nil` at the end.
  ///
  /// - Parameter variables: Receives the numbers of the rounds that begin after it.
  mutating func next(_ variables: inout [String: Variable]) -> ScriptSource? {
    guard let block = blocks.last else { return nil }
    let node = block.nodes[block.next]
    blocks[blocks.count - 1].next += 1
    while let block = blocks.last, block.next == block.nodes.count {
      guard case .round(let number, let count) = block.round, number + 1 < count else {
        if let counter = block.counter { variables[counter] = nil }
        blocks.removeLast()
        continue
      }
      blocks[blocks.count - 1].round = .round(number + 1, of: count)
      blocks[blocks.count - 1].next = 0
      if let counter = block.counter { variables[counter] = Variable(number + 1) }
    }
    return ScriptSource(nodes: [node], name: source.name, path: source.path)
  }

  /// The message that shows the next command; `nil` at the end.
  package var announcement: String? {
    guard let block = blocks.last else { return nil }
    let (number, text) =
      switch block.nodes[block.next].item {
      case .command(let line): (line.lines.lowerBound, line.text)
      case .error(let diagnostic): (diagnostic.location.line, diagnostic.sourceLine)
      }
    let rounds = blocks.reversed().compactMap(\.round.note).map { ", \($0)" }.joined()
    return "next is line \(number)\(rounds): \(text)".controlCharactersEscaped
  }
}
