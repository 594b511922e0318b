import Core

/// The rest of a script when a conversation begins in its middle: the commands after that place, and the rest of each
/// block around it.
package struct ScriptRest {
  private let source: ScriptSource
  /// The blocks around the next command, outermost first; the first is the script.
  private var blocks: [Block] = []

  private struct Block {
    let commands: [WholeCommand]
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
    var items = source.items[...]
    var rounds = rounds[...]
    var round = CallFrame.round(0, of: 1)
    var counter: String?
    while true {
      let commands = table.commands(in: items)
      guard let index = commands.lastIndex(where: { $0.head.lines.lowerBound <= line }) else { return nil }
      let head = commands[index].head
      let isNext = head.lines.lowerBound == line && rounds.isEmpty
      let next = isNext ? index : index + 1
      blocks.append(Block(commands: commands, next: next, round: round, counter: counter))
      if isNext { return }
      guard let repetition = (try? table.block(begunBy: head))?.repetition, let inner = rounds.popFirst()
      else { return nil }
      round = inner
      counter = repetition.counter
      let rest = commands[index].items.dropFirst()
      items = repetition.command.map { [.command($0)] + rest } ?? rest.dropLast()
    }
  }

  /// Takes the next command, with its block; `nil` at the end.
  ///
  /// - Parameter variables: Receives the numbers of the rounds that begin after it.
  mutating func next(_ variables: inout [String: Variable]) -> ScriptSource? {
    guard let block = blocks.last else { return nil }
    let command = block.commands[block.next]
    blocks[blocks.count - 1].next += 1
    while let block = blocks.last, block.next == block.commands.count {
      guard case .round(let number, let count) = block.round, number + 1 < count else {
        if let counter = block.counter { variables[counter] = nil }
        blocks.removeLast()
        continue
      }
      blocks[blocks.count - 1].round = .round(number + 1, of: count)
      blocks[blocks.count - 1].next = 0
      if let counter = block.counter { variables[counter] = Variable(number + 1) }
    }
    return ScriptSource(items: command.items, name: source.name, path: source.path)
  }

  /// The message that shows the next command; `nil` at the end.
  package var announcement: String? {
    guard let block = blocks.last else { return nil }
    let head = block.commands[block.next].head
    let rounds = blocks.reversed().compactMap(\.round.note).map { ", \($0)" }.joined()
    return "next is line \(head.lines.lowerBound)\(rounds): \(head.source.text)".controlCharactersEscaped
  }
}
