/// The blocks of a script that is being edited.
package struct ScriptOutline {
  /// A `repeat` or `macro` with its `end`, or up to the end of the script.
  package struct Block {
    /// Its first line.
    package let head: ScriptLine
    /// The name, if it is a macro.
    package let macro: Word?
    /// The numbers of its physical lines, from 1.
    package let lines: ClosedRange<Int>
  }

  /// In the order of their first lines.
  package private(set) var blocks: [Block] = []
  /// The lines of expected output of each command that has several.
  package private(set) var outputs: [ClosedRange<Int>] = []
  /// Comments on several lines.
  package private(set) var comments: [ClosedRange<Int>] = []

  package init(_ script: EditedScript) {
    add(script.nodes, endingAt: script.text.lineCount)
    for line in script.lines where line.kind == .expectedOutput { outputs.add(line.lines) }
    for line in 0..<script.text.lineCount where script.isComment(line) { comments.add(line + 1...line + 1) }
  }

  /// - Parameter end: The last line of a block without `end`.
  private mutating func add(_ nodes: [ScriptNode], endingAt end: Int) {
    for node in nodes {
      guard let block = node.block, let head = node.command else { continue }
      blocks.append(
        Block(
          head: head,
          macro: node.role == .beginsMacro ? head.words[1] : nil,
          lines: head.lines.lowerBound...max(head.lines.upperBound, block.end?.lines.upperBound ?? end)
        )
      )
      add(block.nodes, endingAt: end)
    }
  }
}

extension [ClosedRange<Int>] {
  /// Adds lines, which extend the last range if they follow it.
  fileprivate mutating func add(_ lines: ClosedRange<Int>) {
    if let last, last.upperBound + 1 == lines.lowerBound {
      self[count - 1].extend(to: lines.upperBound)
    } else {
      append(lines)
    }
  }
}

extension ClosedRange<Int> {
  fileprivate mutating func extend(to end: Int) { self = lowerBound...Swift.max(lowerBound, end) }
}
