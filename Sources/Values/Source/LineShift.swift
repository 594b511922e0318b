import Synchronization

/// By how many lines a part of a script has moved since it was read, because lines before it were inserted or removed in
/// an editor. Everything parsed from the part refers to it, and so keeps its location.
package final class LineShift: Sendable {
  private let lines = Atomic<Int>(0)

  package init() {}

  /// The number of lines; negative for lines that were removed.
  package var count: Int { lines.load(ordering: .relaxed) }

  package func move(by count: Int) { lines.add(count, ordering: .relaxed) }
}
