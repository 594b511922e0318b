/// Indents the blocks of a script by two spaces, removes spaces at the ends of lines, and replaces spellings of earlier
/// versions.
///
/// The meaning of the script does not change: expected output keeps its spaces, lines that continue others stay as they
/// are, and so do lines with errors.
package struct ScriptFormatter {
  private let script: EditedScript

  package init(_ script: EditedScript) {
    self.script = script
  }

  /// The lines that change, from 0, each with its new text without a line end.
  package func changes() -> [(line: Int, text: [UInt8])] {
    var changes: [(line: Int, text: [UInt8])] = []
    let respelled = script.parser.table.respelledLines(of: script.text.bytes)
    var depth = 0
    var next = 0
    func note(_ line: Int, _ text: [UInt8]) {
      if !text.elementsEqual(bytes(of: line)) { changes.append((line, text)) }
    }
    func format(between end: Int) {
      let first = next
      while next < end {
        // The spaces of a line that continues an unreadable one may be significant.
        let isContinuation = next > first && bytes(of: next - 1).last == .backslash
        if !isContinuation, let text = formattedRemark(next, depth) { note(next, text) }
        next += 1
      }
    }
    for (line, indentation, depthAfter) in script.nodes.lines {
      format(between: line.lines.lowerBound - 1)
      depth = depthAfter
      let isOutput = line.kind == .expectedOutput
      for number in line.lines {
        let isFirst = number == line.lines.lowerBound
        // Spaces before a `\` separate words, those in expected output are significant, and a blank last line must not
        // become empty.
        let isTrimmed =
          number == line.lines.upperBound && !isOutput && bytes(of: number - 1).contains { !$0.isBlank }
        let text = formatted(number - 1, isFirst ? indentation : nil, trimsEnd: isTrimmed)
        note(number - 1, respelled[number]?.applied(to: text) ?? text)
      }
      next = line.lines.upperBound
    }
    format(between: script.text.lineCount)
    return changes
  }

  private func bytes(of line: Int) -> ArraySlice<UInt8> { script.text.bytes[script.text.line(line)] }

  /// A comment, or an empty line.
  ///
  /// - Returns: `nil` for a line that could not be read.
  private func formattedRemark(_ line: Int, _ depth: Int) -> [UInt8]? {
    switch bytes(of: line).first(where: { !$0.isBlank }) {
    case nil: []
    case .hash: formatted(line, depth, trimsEnd: true)
    default: nil
    }
  }

  /// - Parameter depth: How deep it is in blocks; `nil` to keep its indentation.
  private func formatted(_ line: Int, _ depth: Int?, trimsEnd: Bool) -> [UInt8] {
    var text = bytes(of: line)
    if trimsEnd { while text.last?.isBlank == true { text.removeLast() } }
    // Deeper blocks are errors, whose indentation would grow with the square of their number.
    guard let depth, depth <= ScriptExtent.deepestBlock else { return Array(text) }
    let mark = Array(text.prefix(line == 0 && text.hasByteOrderMark ? 3 : 0))
    let content = text.dropFirst(mark.count).drop(while: \.isBlank)
    return mark + Array(repeating: .space, count: 2 * depth) + content
  }
}
