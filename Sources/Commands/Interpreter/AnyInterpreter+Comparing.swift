import Core

extension AnyInterpreter {
  /// The last comparison, followed by those of the paths to the current moment, to marked moments and to the ends of branches
  /// with each other, as far as the limits of a page allow.
  ///
  /// - Throws: A `CommandFailure` if interrupted.
  package func comparisons() throws -> [ComparisonAnswer] {
    let ends =
      session.sortedMarks.map { ($0.moment, $0.name) }
      + session.branches.reversed().compactMap { $0.moments.last }.map { ($0, nil) }
    var paths = [ComparedPath(in: session, to: session.moment.number)]
    for (number, mark) in ends
    where paths.count < Self.mostCompared && !paths.contains(where: { $0.end.number == number }) {
      paths.append(ComparedPath(in: session, to: number, mark: mark))
    }
    var comparisons: [ComparisonAnswer] = []
    var room = Self.mostComparedRows
    for (index, left) in paths.enumerated() {
      for right in paths[..<index] where room > 0 {
        let comparison = try debugger.compare(left, with: right)
        room -= comparison.rows.count
        comparisons.append(comparison)
      }
    }
    return [comparison].compactMap(\.self) + comparisons.filter(\.isFork) + comparisons.filter { !$0.isFork }
  }

  private static var mostCompared: Int { 10 }
  private static var mostComparedRows: Int { 50_000 }
}

extension ComparisonAnswer {
  /// Whether neither path is the beginning of the other one.
  fileprivate var isFork: Bool {
    let different = rows.filter { !$0.isSame }
    return different.contains { $0.left != nil } && different.contains { $0.right != nil }
  }
}
