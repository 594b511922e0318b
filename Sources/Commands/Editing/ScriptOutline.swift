/// The blocks of a script that is being edited.
package struct ScriptOutline {
  /// A `repeat` or `macro` with its `end`, or up to the end of the script.
  package struct Block {
    /// Its first line.
    package let head: ScriptLine
    /// The name, if it is a macro.
    package let macro: Word?
    /// The numbers of its physical lines, from 1.
    package fileprivate(set) var lines: ClosedRange<Int>
  }

  /// In the order of their first lines.
  package private(set) var blocks: [Block] = []
  /// The lines of expected output of each command that has several.
  package private(set) var outputs: [ClosedRange<Int>] = []
  /// Comments on several lines.
  package private(set) var comments: [ClosedRange<Int>] = []

  package init(_ script: EditedScript) {
    var depth = BlockDepth(script.parser.table)
    var open: [Int] = []
    for line in script.lines {
      guard line.kind != .expectedOutput else {
        outputs.add(line.lines)
        continue
      }
      let outer = depth.enter(line)
      while open.count > outer { blocks[open.removeLast()].lines.extend(to: line.lines.upperBound) }
      guard depth.depth > outer else { continue }
      open.append(blocks.count)
      let isMacro = script.parser.table.role(of: line) == .beginsMacro
      blocks.append(Block(head: line, macro: isMacro ? line.words[1] : nil, lines: line.lines))
    }
    for index in open { blocks[index].lines.extend(to: script.text.lineCount) }
    for line in 0..<script.text.lineCount where script.isComment(line) { comments.add(line + 1...line + 1) }
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
