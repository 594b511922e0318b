/// The checked steps of a script, kept for when they run: parsing a line again would cost about as much as running it.
///
/// There is room for a limited number of steps; the lines after them are parsed again.
package final class CheckedLines {
  /// The limit in bytes for the lines of all scripts checked together, which suffices for about 200,000 commands.
  package static var mostBytes: Int { 128 << 20 }

  /// Lines that were parsed together.
  struct Chunk {
    private(set) var steps: [Program.Step] = []
    /// Their approximate size in bytes, including operations.
    private(set) var cost = 0

    init(capacity: Int) { steps.reserveCapacity(capacity) }

    mutating func append(_ step: Program.Step) {
      cost += 512 + step.line.wordPlaces.count * 64 + step.line.length * 2
      steps.append(step)
    }
  }

  private var chunks: [Chunk] = []
  /// The position of the first line that is not kept; `nil` if all are.
  private var end: ScriptStream.Place?
  private var isTaken = false

  /// Keeps more lines.
  ///
  /// - Parameters:
  ///   - chunk: The lines.
  ///   - start: Their position.
  ///   - room: The remaining room in bytes, from which their size is subtracted.
  func append(_ chunk: Chunk, from start: ScriptStream.Place, room: inout Int) {
    guard end == nil else { return }
    guard chunk.cost <= room else { return end = start }
    room -= chunk.cost
    chunks.append(chunk)
  }

  /// The lines for a run of the script.
  ///
  /// - Parameter areReleased: Whether that run may release each line behind it. If there is another one, it parses all
  ///   lines again.
  /// - Returns: The lines, the last ones first, and the position of the lines after them, if any.
  func lines(areReleased: Bool) -> (chunks: [Chunk], end: ScriptStream.Place?)? {
    guard !isTaken else { return nil }
    isTaken = areReleased
    defer { if areReleased { chunks = [] } }
    return (chunks.reversed(), end)
  }
}
