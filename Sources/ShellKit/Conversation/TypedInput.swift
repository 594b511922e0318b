/// What a person types, up to where it is finished: a line that ends with `\` or in a double quote goes on on the next
/// one, and so do one with an open bracket in Swift syntax and a block up to its end.
///
/// An open single quote does not: in a text it is an apostrophe, and the error says so at once.
struct TypedInput {
  /// What was typed, as it was typed: what the history keeps.
  private(set) var typed = ""
  /// Why the last line goes on, if it does.
  private(set) var unfinished: UnfinishedInput?
  /// Whole commands, each in one line, the last of them as far as it has been typed.
  private var lines: [String] = []
  private let spansBrackets: (String) -> Bool
  private let opensBlock: (String) -> Bool
  private var isInBlock = false

  /// - Parameters:
  ///   - spansBrackets: Whether a line is one that an open bracket makes go on.
  ///   - opensBlock: Whether a block is open at the end of whole lines.
  init(spansBrackets: @escaping (String) -> Bool, opensBlock: @escaping (String) -> Bool) {
    self.spansBrackets = spansBrackets
    self.opensBlock = opensBlock
  }

  /// Whether more is to come.
  var goesOn: Bool { unfinished != nil || isInBlock }

  /// The commands, one a line.
  var text: String { lines.joined(separator: "\n") }

  /// The line that goes on, with one more typed after it.
  func continued(by line: String) -> String {
    guard let unfinished, let last = lines.last else { return line }
    return unfinished.joining(last, line)
  }

  /// Takes what was typed, which holds line breaks if it was recalled from the history or written in an editor.
  mutating func append(_ text: String) {
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
  /// Whether it ends a line of a script. Unicode knows others, which no one who pastes a text may know to be in it.
  var isLineBreak: Bool { self == "\n" || self == "\r\n" }
}

extension CommandTable {
  /// Whether an open bracket makes a line go on: in Swift syntax it does, in a text it stands for itself.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  func spansBrackets(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard let first = words.first else { return false }
    if first.hasPrefix(".") { return true }
    guard let command = command(named: String(first)) else { return false }
    guard let count = command.wordsBeforeCommand, words.count > count + 1 else {
      return command.spansBrackets
    }
    // A command within a command takes none itself.
    let inner = words[count + 1]
    return inner.hasPrefix(".") || self.command(named: String(inner))?.spansBrackets == true
  }
}
