import Core

/// The rest of a script when a conversation begins in its middle: the commands after that place, and the rest of each
/// block around it.
package struct ScriptRest {
  private let name: String
  private let path: String?
  /// The blocks around the next command, outermost first; the first is the script.
  private var blocks: [Block] = []

  private struct Block {
    let steps: [TourChapter.Step]
    /// The number of lines before the block.
    let offset: Int
    var next: Int
    var round: CallFrame
    let counter: String?
  }

  /// - Parameters:
  ///   - line: The first line of the next command.
  ///   - rounds: The rounds of the blocks around it, outermost first.
  /// - Returns: `nil` if no command begins there.
  package init?(of source: ScriptSource, from line: Int, in rounds: [CallFrame], _ table: CommandTable) {
    (name, path) = (source.name, source.path)
    var text = String(decoding: source.bytes, as: UTF8.self)
    var (offset, rounds) = (0, rounds[...])
    var (round, counter) = (CallFrame.round(0, of: 1), String?.none)
    while true {
      let steps = TourChapter(name: name, script: text).steps(table).steps
      guard let index = steps.lastIndex(where: { $0.number + offset <= line }) else { return nil }
      let isNext = steps[index].number + offset == line && rounds.isEmpty
      let next = isNext ? index : index + 1
      blocks.append(Block(steps: steps, offset: offset, next: next, round: round, counter: counter))
      if isNext { return }
      let lines = steps[index].lines
      let head = Script(scanning: lines.joined(separator: "\n").utf8, file: name).lines.first
      guard let head, table.role(of: head) == .beginsBlock, let inner = rounds.popFirst() else { return nil }
      var reader = ArgumentReader(line: head, usage: "")
      let repetition = try? Repetition(reading: &reader)
      (round, counter) = (inner, repetition?.counter)
      let rest = lines.dropFirst(head.lines.upperBound)
      offset += steps[index].number - 1
      if let command = repetition?.command {
        text = ([command.text] + rest).joined(separator: "\n")
      } else {
        text = rest.dropLast().joined(separator: "\n")
        offset += head.lines.upperBound
      }
    }
  }

  /// Takes the next command, with its block; `nil` at the end.
  ///
  /// - Parameter variables: Receives the numbers of the rounds that begin after it.
  mutating func next(_ variables: inout [String: Variable]) -> ScriptSource? {
    guard let block = blocks.last else { return nil }
    let step = block.steps[block.next]
    blocks[blocks.count - 1].next += 1
    while let block = blocks.last, block.next == block.steps.count {
      guard case .round(let number, let count) = block.round, number + 1 < count else {
        if let counter = block.counter { variables[counter] = nil }
        blocks.removeLast()
        continue
      }
      blocks[blocks.count - 1].round = .round(number + 1, of: count)
      blocks[blocks.count - 1].next = 0
      if let counter = block.counter { variables[counter] = Variable(number + 1) }
    }
    let text = step.lines.joined(separator: "\n")
    return ScriptSource(text.utf8, name: name, path: path, firstLine: step.number + block.offset)
  }

  /// The message that shows the next command; `nil` at the end.
  package var announcement: String? {
    guard let block = blocks.last else { return nil }
    let step = block.steps[block.next]
    let command = Script(scanning: step.lines[0].utf8, file: name).lines.first
    let rounds = blocks.reversed().compactMap(\.round.note).map { ", \($0)" }.joined()
    let text = command?.source.text ?? step.lines[0]
    return "next is line \(step.number + block.offset)\(rounds): \(text)".controlCharactersEscaped
  }
}
