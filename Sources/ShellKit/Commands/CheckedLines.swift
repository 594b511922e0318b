/// What was found out about the lines of a script when it was checked, for when they run: to read a line again would cost
/// about as much as to run it.
///
/// There is room for so many lines; those behind them are read again. A command is kept if nothing but its line decides
/// what it does; of other lines only the words are kept.
final class CheckedLines<State, Action> {
  /// The most bytes that the lines of all scripts that are checked together may take: some two hundred thousand commands.
  static var mostBytes: Int { 128 << 20 }

  /// Lines that were read together.
  typealias Chunk = [CheckedLine<State, Action>]

  private var chunks: [Chunk] = []
  /// Where the first line stands that is not kept; `nil` if all are.
  private var end: ScriptStream.Place?
  private var isTaken = false

  /// Keeps further lines.
  ///
  /// - Parameters:
  ///   - lines: What they are.
  ///   - start: Where they stand.
  ///   - room: How many bytes they may take; what they do take is subtracted.
  func append(
    _ lines: Chunk,
    from start: ScriptStream.Place,
    room: inout Int
  ) {
    guard end == nil else { return }
    let cost = lines.reduce(0) { $0 + $1.cost }
    guard cost <= room else { return end = start }
    room -= cost
    chunks.append(lines)
  }

  /// Hands over what is kept to whoever runs the script, for the first time that it runs: he can forget what has run.
  ///
  /// - Returns: The lines, the last ones first, and where those stand that follow, if there are any.
  func take() -> (chunks: [Chunk], end: ScriptStream.Place?)? {
    guard !isTaken else { return nil }
    isTaken = true
    defer { chunks = [] }
    return (chunks.reversed(), end)
  }
}

extension CheckedLine {
  /// About how many bytes it takes with what it does.
  fileprivate var cost: Int {
    512 + line.words.count * 64 + line.source.range.count * 2
  }
}
