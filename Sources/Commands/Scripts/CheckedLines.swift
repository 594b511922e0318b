/// The checked steps of a script, kept for when they run: parsing a line again would cost about as much as running it.
///
/// There is room for a limited number of steps; the lines after them are parsed again.
package final class CheckedLines {
  /// The limit in bytes for the lines of all scripts checked together, which suffices for about 200,000 commands.
  package static var mostBytes: Int { 128 << 20 }

  /// Steps that were parsed together.
  private var chunks: [[Program.Step]] = []
  /// The position of the first line that is not kept; `nil` if all are.
  private var end: ScriptStream.Place?
  private var isTaken = false

  /// Keeps more steps.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - start: The position of their first line.
  ///   - room: The remaining room in bytes, from which their size is subtracted.
  func append(_ steps: [Program.Step], from start: ScriptStream.Place, room: inout Int) {
    guard end == nil else { return }
    let cost = steps.reduce(0) { $0 + $1.cost }
    guard cost <= room else { return end = start }
    room -= cost
    chunks.append(steps)
  }

  /// The lines for a run of the script.
  ///
  /// - Parameter areReleased: Whether that run may release each line behind it. If there is another one, it parses all
  ///   lines again.
  /// - Returns: The lines, the last ones first, and the position of the lines after them, if any.
  func lines(areReleased: Bool) -> (chunks: [[Program.Step]], end: ScriptStream.Place?)? {
    guard !isTaken else { return nil }
    isTaken = areReleased
    defer { if areReleased { chunks = [] } }
    return (chunks.reversed(), end)
  }
}

extension Program.Step {
  /// Its approximate size in bytes, including its operation.
  fileprivate var cost: Int {
    let others = (expectedOutput?.lines.count ?? 0) + (block?.nodes.lines.count ?? 0)
    return steps.reduce(512 * (1 + others) + line.wordPlaces.count * 64 + line.length * 2) { $0 + $1.cost }
  }
}
