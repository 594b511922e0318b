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
  /// The tokenizer of the last line, kept while that is incomplete, so that each continuation line is read only once.
  private var tokenizer = Tokenizer()
  /// The complete lines.
  private var tree: ScriptTree
  private let spansBrackets: (String) -> Bool
  private let read: (String) -> [ScriptLine]

  /// Creates empty input.
  ///
  /// - Parameters:
  ///   - table: The commands, which decide what an open bracket means and where a block begins.
  ///   - definitions: The aliases and the child in focus. A bracket opened in the line of an alias must be closed there.
  package init(_ table: CommandTable, definitions: (() -> Definitions)? = nil) {
    self.init(table, spansBrackets: { table.spansBrackets($0[...], with: definitions?() ?? Definitions()) })
  }

  /// - Parameters:
  ///   - table: The commands.
  ///   - spansBrackets: Whether an open bracket continues a line.
  ///   - read: Reads a line.
  init(
    _ table: CommandTable,
    spansBrackets: @escaping (String) -> Bool,
    read: @escaping (String) -> [ScriptLine] = { Script(scanning: $0.utf8, file: "").lines }
  ) {
    tree = ScriptTree(table)
    self.spansBrackets = spansBrackets
    self.read = read
  }

  /// The number of open blocks; 0 if the first line of one has an error, so that it is reported at once.
  private var openBlocks: Int { tree.open.contains { $0.head == nil } ? 0 : tree.open.count }

  /// The variables defined by the complete lines.
  package var variableCompletions: [Completion] { tree.variableCompletions }

  /// Whether the input is incomplete.
  package var goesOn: Bool { unfinished != nil || openBlocks > 0 }

  /// The number of spaces before the next line; none in a quoted text, of which they would be a part.
  package var indent: Int { 2 * (openBlocks + (unfinished == nil || unfinished == .quote ? 0 : 1)) }

  /// The commands, one per line.
  package var text: String { lines.joined(separator: "\n") }

  /// The continued line, joined with the next one.
  package func continued(by line: String) -> String {
    guard let unfinished, let last = lines.last else { return line }
    return unfinished.joining(last, line)
  }

  /// Adds typed text, which contains line breaks if it was recalled from the history or written in an editor.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package mutating func append(_ text: String) {
    typed += (typed.isEmpty ? "" : "\n") + text
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak) { append(line) }
  }

  private mutating func append(_ line: Substring) {
    let last: Int
    let added: String
    if let unfinished {
      last = lines.count - 1
      added = unfinished.separator + line
      if unfinished == .continuation { lines[last].removeLast() }
      lines[last] += added
    } else {
      last = lines.count
      added = String(line)
      lines.append(added)
      tokenizer = Tokenizer()
    }
    let isContinued = Array(added.utf8).withUnsafeBufferPointer { tokenizer.readLine($0, isPart: true) }
    unfinished = UnfinishedInput(
      tokenizer,
      isContinued: isContinued,
      countsBrackets: unfinished == .bracket || spansBrackets(lines[last])
    )
    guard unfinished == nil else { return }
    for line in read(lines[last]) { tree.append(.command(line)) }
  }
}

extension Character {
  /// Whether it ends a line of a script. Other line breaks of Unicode do not, since pasted text can contain them
  /// unnoticed.
  package var isLineBreak: Bool { self == "\n" || self == "\r\n" }
}
