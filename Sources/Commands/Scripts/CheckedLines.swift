/// What was found out about the lines of a script when it was checked, for when they run: to read a line again would cost
/// about as much as to run it.
///
/// There is room for so many lines; those behind them are read again. A command is kept if nothing but its line decides
/// what it does; of other lines only the words are kept.
package final class CheckedLines<State, Action> {
  /// The most bytes that the lines of all scripts that are checked together may take: some two hundred thousand commands.
  package static var mostBytes: Int { 128 << 20 }

  /// Lines that were read together.
  struct Chunk {
    private(set) var lines: [CheckedLine<State, Action>] = []
    /// About how many bytes they take with what they do.
    private(set) var cost = 0

    init(capacity: Int) { lines.reserveCapacity(capacity) }

    /// - Parameter step: What the line does, if nothing but the line decides that.
    mutating func append(_ line: CommandLine, _ step: Program<State, Action>.Step?) {
      cost += 512 + line.wordPlaces.count * 64 + line.length * 2
      lines.append(step.map { .step($0) } ?? .line(line))
    }
  }

  private var chunks: [Chunk] = []
  /// Where the first line stands that is not kept; `nil` if all are.
  private var end: ScriptStream.Place?
  private var isTaken = false

  /// Keeps further lines.
  ///
  /// - Parameters:
  ///   - chunk: What they are.
  ///   - start: Where they stand.
  ///   - room: How many bytes they may take; what they do take is subtracted.
  func append(_ chunk: Chunk, from start: ScriptStream.Place, room: inout Int) {
    guard end == nil else { return }
    guard chunk.cost <= room else { return end = start }
    room -= chunk.cost
    chunks.append(chunk)
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
