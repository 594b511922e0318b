/// The order in which the rows of a tree are drawn, and the lines that connect them.
///
/// If several branches continue a moment, they are indented below it, as tree(1) draws the contents of a folder: the
/// oldest one first.
struct TreeDrawing {
  /// A row by its position in the answer, and what is drawn in front of it.
  typealias Line = (row: Int, indent: String)

  /// The rows, from the top.
  private(set) var lines: [Line] = []
  private let rows: [TreeAnswer.Row]
  /// The rows that follow each row: the next one of its branch, and the first ones of the branches that leave it.
  private var followers: [[Int]]
  /// The maximum depth of indentation; of a deeper row, only the innermost lines are drawn.
  private let deepest: Int

  /// The width of a level of indentation.
  private static let step = 3

  /// - Parameters:
  ///   - rows: The rows, the branches after the moments that they leave.
  ///   - columns: The width of the page in cells, of which the indentation takes at most half; `nil` for no limit.
  /// - Complexity: O(*n* log *n*) in the number of rows.
  init(_ rows: [TreeAnswer.Row], columns: Int?) {
    self.rows = rows
    followers = Array(repeating: [], count: rows.count)
    deepest = max(2, min(24, (columns ?? .max) / 2 / Self.step))
    var last: [Int] = []
    for (number, row) in rows.enumerated() {
      last.removeLast(last.count - row.depth - (row.isFirst ? 0 : 1))
      if let previous = last.last { followers[previous].append(number) }
      if !row.isFirst { last.removeLast() }
      last.append(number)
    }
    draw()
  }

  private mutating func draw() {
    var waiting = rows.isEmpty ? [] : [(row: 0, indent: "", below: "")]
    while let (row, indent, below) = waiting.popLast() {
      lines.append((row, indent))
      let next = followers[row].sorted { age(of: $0) < age(of: $1) }
      guard let last = next.last else { continue }
      if next.count == 1, !rows[last].isFirst {
        waiting.append((last, below, below))
        continue
      }
      let outer = below.count < deepest * Self.step ? below : "…  " + below.suffix((deepest - 2) * Self.step)
      waiting += next.reversed().map { follower in
        follower == last ? (follower, outer + "└─ ", outer + "   ") : (follower, outer + "├─ ", outer + "│  ")
      }
    }
  }

  /// The first moment of a branch from a row on, which is older than those of all branches made later.
  private func age(of row: Int) -> Int {
    for next in rows[row...] {
      switch next.content {
      case .moment(let row): return row.moment.number
      case .folded(let fold): return fold.first
      case .leftOut: continue
      }
    }
    return .max
  }
}
