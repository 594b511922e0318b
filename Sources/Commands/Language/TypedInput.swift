/// Typed input, which can span several lines: a line continues on the next one after `\`, in double quotes, with an
/// open bracket in Swift syntax, and in a block.
///
/// An open single quote does not continue a line, since it is often an apostrophe; it is an error at once.
package struct TypedInput {
  /// The input as typed, for the history.
  package private(set) var typed = ""
  /// The reason why the last line continues, if it does.
  package private(set) var unfinished: UnfinishedInput?
  /// The commands, one per line; the last one may be incomplete.
  private var lines: [String] = []
  private let spansBrackets: (String) -> Bool
  private let opensBlock: (String) -> Bool
  private var isInBlock = false

  /// Creates empty input.
  ///
  /// - Parameter table: The commands, which decide what an open bracket means and where a block begins.
  package init<State, Action>(_ table: CommandTable<State, Action>) {
    // An alias may expand to more; a bracket opened in its expansion must be closed there.
    spansBrackets = { table.spansBrackets($0[...]) }
    opensBlock = { OpenBlocks(table: table).count(in: $0) > 0 }
  }

  /// Whether the input is incomplete.
  package var goesOn: Bool { unfinished != nil || isInBlock }

  /// The commands, one per line.
  package var text: String { lines.joined(separator: "\n") }

  /// The continued line, joined with the next one.
  package func continued(by line: String) -> String {
    guard let unfinished, let last = lines.last else { return line }
    return unfinished.joining(last, line)
  }

  /// Adds typed text, which contains line breaks if it was recalled from the history or written in an editor.
  package mutating func append(_ text: String) {
    typed += (typed.isEmpty ? "" : "\n") + text
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak) {
      let whole = continued(by: String(line))
      if unfinished != nil { lines.removeLast() }
      lines.append(whole)
      unfinished = UnfinishedInput(whole, countsBrackets: spansBrackets(whole))
    }
    isInBlock = unfinished == nil && opensBlock(self.text)
  }
}

extension Character {
  /// Whether it ends a line of a script. Other line breaks of Unicode do not, since pasted text can contain them
  /// unnoticed.
  package var isLineBreak: Bool { self == "\n" || self == "\r\n" }
}

extension CommandTable {
  /// Whether an open bracket continues a line: in Swift syntax it does, in text it is literal.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  package func spansBrackets(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard let first = words.first else { return false }
    if first.hasPrefix(".") { return true }
    guard let command = command(named: String(first)) else { return false }
    guard let count = command.wordsBeforeCommand, words.count > count + 1 else {
      return command.spansBrackets
    }
    // A nested command cannot take a command itself.
    let inner = words[count + 1]
    return inner.hasPrefix(".") || self.command(named: String(inner))?.spansBrackets == true
  }
}
