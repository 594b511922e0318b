/// Reads the words after a command's name, one after the other.
public struct ArgumentReader {
  /// The line being read.
  public let line: ScriptLine
  /// The command; `nil` if the words are those of something else.
  private let declaration: CommandEntry.Declaration?
  /// The usage of what is not a command.
  private let usageOfOther: String
  /// The parser of the line; `nil` if its words are read on their own.
  let parser: ScriptParser?
  /// Whether the values read so far depend only on the words, not on other commands.
  private(set) var dependsOnLineAlone = true
  /// The head of the block that the line begins.
  var block: BlockHead?
  /// The command at the end of the line, performed with the line.
  private(set) var inner: Program.Step?
  /// The words to read, by their positions on the line's page.
  private var places: Range<Int>
  private var position: Int
  /// The options given, by their first names, and the words given to each, by their positions.
  private var options: [(name: String, source: SourceText, words: Range<Int>)] = []
  /// The parts of the line that sessions record in full, by their ranges in the source.
  var abbreviations: [TextReplacement] = []

  /// - Parameters:
  ///   - usage: The usage in errors, unless the line calls a declared command.
  ///   - isExpression: Whether the first word is an argument, not the name of the command.
  init(
    line: ScriptLine,
    of declaration: CommandEntry.Declaration? = nil,
    usage: String = "",
    parser: ScriptParser? = nil,
    isExpression: Bool = false
  ) {
    self.line = line
    self.declaration = declaration
    usageOfOther = usage
    self.parser = parser
    places = line.wordPlaces
    // The first is the command's name, unless an expression is printed without it.
    position = isExpression ? 0 : 1
  }

  /// Creates a reader of words that another reader has consumed.
  init(words: Range<Int>, of other: ArgumentReader) {
    self = other
    (places, position, abbreviations) = (words, 0, [])
  }

  /// The command's usage, such as `move SET DEST`, for errors.
  public var usage: String {
    guard let command = declaration?.command else { return usageOfOther }
    return command.form(where: isGiven).usage(of: command.name)
  }

  /// The base directory of relative paths, with its slash: that of the script, or empty for the current one. `nil` if a
  /// path is an error.
  var folder: String? { if let parser { parser.folder } else { "" } }

  /// The parser of the line, for an argument whose value depends on other commands, or changes their meaning.
  ///
  /// - Throws: An error if the words are read on their own.
  mutating func context() throws(Diagnostic) -> ScriptParser {
    dependsOnLineAlone = false
    guard let parser else { throw line.source.diagnostic("'\(line.words[0].text)' is not allowed here") }
    return parser
  }

  var words: ScriptLine.Words { line.words(at: places) }

  /// Removes the last words, which are not arguments.
  mutating func dropLast(_ count: Int) {
    places = places.lowerBound..<places.upperBound - count
  }

  /// Stores an option, and the first and the last word of its value.
  mutating func note(_ option: Word, named name: String, _ first: Word, _ last: Word) {
    options.append((name, option.source, first.position..<last.position + 1))
  }

  /// The word that gives an option.
  func source(ofOption name: String) -> SourceText {
    options.first { $0.name == name }?.source ?? line.source
  }

  /// Whether an option was given.
  func isGiven(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The same for an option by its declaration.
  func isGiven(_ option: CommandOption) -> Bool { isGiven(option.names[0]) }

  /// The words given to an option each time, by their positions; for a flag, the flag itself.
  func words(ofOption name: String) -> [Range<Int>] {
    options.isEmpty ? [] : options.filter { $0.name == name }.map(\.words)
  }

  /// Whether all words have been read.
  public var isAtEnd: Bool { position >= places.count }

  /// The number of remaining words.
  public var remaining: Int { max(0, places.count - position) }

  /// The next word, without consuming it.
  public var next: Word? { isAtEnd ? nil : words[position] }

  /// Reads a word.
  ///
  /// - Parameters:
  ///   - parameter: The name of the parameter, such as `TODO`, for the error.
  ///   - owner: What the parameter belongs to, for the error; the command if omitted.
  /// - Throws: An error after the last word if no word is left.
  public mutating func word(for parameter: String, of owner: String? = nil) throws(Diagnostic) -> Word {
    guard let word = next else { throw missing(parameter, of: owner) }
    try word.refuseInterpolation()
    position += 1
    return word
  }

  /// Reads the words up to those that are left to the parameters that follow, at least one.
  mutating func words(for parameter: String, leaving kept: Int = 0) throws(Diagnostic) -> [Word] {
    var words = [try word(for: parameter)]
    while remaining > kept { words.append(try word(for: parameter)) }
    return words
  }

  /// Reads a word as one of several, or an unambiguous prefix of it.
  ///
  /// - Parameters:
  ///   - name: What is chosen, for errors.
  ///   - choices: The words and their values.
  /// - Throws: A diagnostic that lists the choices.
  mutating func choice<Value>(
    _ name: String,
    among choices: [(word: String, value: Value)]
  ) throws(Diagnostic) -> Value {
    let word = try word(for: choices.map(\.word).joined(separator: "|"))
    let chosen = try word.choice(name, among: choices.map { ($0.word, $0) })
    note(word, abbreviates: chosen.word)
    return chosen.value
  }

  /// Notes the name that a word stands for, with which sessions record it.
  mutating func note(_ word: Word, abbreviates name: String) {
    // The lengths save most words a string.
    guard word.isQuoted || word.source.range.count < name.utf8.count, name.hasPrefix(word.text) else {
      return
    }
    note(word, recordedAs: name.asWord)
  }

  /// Notes what sessions record besides what is written, because it depends on the focus.
  mutating func note(_ insertions: [TextReplacement], in source: SourceText) {
    guard !insertions.isEmpty else { return }
    dependsOnLineAlone = false
    if source.page === line.source.page { abbreviations += insertions }
  }

  /// Notes the text with which sessions record a word, whatever the word means later.
  mutating func note(_ word: Word, recordedAs text: String) {
    abbreviations.append((word.source.range, text))
  }

  /// Reads a word as the value of a variable. A word that is a variable keeps its value, including spaces and quotes.
  ///
  /// - Throws: As ``word(for:)``.
  mutating func value(for parameter: String) throws(Diagnostic) -> Variable {
    let word = try word(for: parameter)
    let start = word.source.range.lowerBound
    let isText = line.source.page.bytes[start] == .doubleQuote
    if !isText, let value = line.source.page.expansion?.value(at: start), value.lowerBound == start,
      let last = words[(position - 1)...].firstIndex(where: { $0.source.range.upperBound == value.upperBound }
      )
    {
      position = last + 1
      return Variable(given: word.source.extended(to: words[last].source).text)
    }
    return Variable(word)
  }

  /// Reads the rest of the line unparsed, including quotes; `nil` at the end of the line.
  public mutating func rest() -> SourceText? {
    guard !isAtEnd else { return nil }
    let rest = line.source.slice(
      words[position].source.range.lowerBound..<words[words.count - 1].source.range.upperBound
    )
    position = words.count
    return rest
  }

  /// Reads the rest of the line as a command; `nil` at the end of the line.
  mutating func restAsCommand() -> ScriptLine? {
    guard !isAtEnd else { return nil }
    defer { position = words.count }
    return line.inner(after: position)
  }

  /// Reads the rest of the line as a command that is performed with the line.
  ///
  /// - Parameters:
  ///   - parameter: The name of the parameter, for the error.
  ///   - check: Refuses the command, with its aliases expanded, before it is read. It also receives the written text.
  mutating func command(
    for parameter: String,
    check: (ScriptLine, SourceText) throws(Diagnostic) -> Void = { _, _ in }
  ) throws(Diagnostic) -> Program.Step {
    guard let line = restAsCommand() else { throw missing(parameter) }
    let step = try context().step(line) { (expanded) throws(Diagnostic) in try check(expanded, line.source) }
    inner = step
    abbreviations.append((line.source.range, step.text))
    return step
  }

  /// The error for a missing argument of the command, or of what else it belongs to.
  public func missing(_ parameter: String, of owner: String? = nil) -> Diagnostic {
    line.source.endPoint.diagnostic(
      "\(owner ?? line.words[0].text) needs \(parameter)",
      hint: "usage: \(usage)"
    )
  }

  /// Checks that no words are left.
  func finish() throws(Diagnostic) {
    guard let word = next else { return }
    let hint =
      switch word.isQuoted ? nil : word.text.first {
      case "|", ">": redirectionHint(for: word)
      case "#": "usage: \(usage); \(Tokenizer.commentHint)"
      case _ where usage.contains("MOMENT"): "usage: \(usage); a mark of several words is written in quotes"
      default: "usage: \(usage)"
      }
    throw word.diagnostic("unexpected '\(word.text)'", hint: hint)
  }

  private func redirectionHint(for word: Word) -> String {
    switch word.text {
    case ">>": "'> FILE' replaces a file, and '| tee -a FILE' appends to one"
    case "|", ">", ">|":
      "the output of '\(line.words[0].text)' cannot be redirected; 'record --text FILE' copies all output"
    default: "put a space after '\(word.text.prefix(1))'"
    }
  }
}
