import TestSupport

/// A small state with one of everything, to compare dumps and diffs on.
struct RandomState {
  var title: String
  var rows: [Row]
  var points: [Point]
  var tree: RandomTree
  var tags: Set<String>
  var pointsByName: [String: Point]
  var treesByNumber: [Int: RandomTree]
  var point: Point?
  var pair: (Int, label: String)
  var box: Box<RandomTree>
  var anything: Any
  var counters: [Tally]
}

indirect enum RandomTree: Equatable {
  case leaf
  case number(Int)
  case text(label: String)
  case point(Point)
  case rows([Row])
  case optional(RandomTree?)
  case both(RandomTree, right: RandomTree)
  case point2(x: Int, y: Int)
}

extension SeededGenerator {
  mutating func text() -> String {
    one(of: "", "a", "b", "a\nb", "a\nc", "quote \" inside", "a\n\"\"\"#\nb", "back\\slash")
  }

  mutating func array<T>(upTo count: Int, _ element: (inout Self) -> T) -> [T] {
    (0..<below(count + 1)).map { _ in element(&self) }
  }

  mutating func row() -> Row { Row(id: below(5), title: text()) }

  mutating func rows() -> [Row] {
    var ids = Array(0..<6).shuffled(using: &self)
    ids.removeLast(below(6))
    if below(2) == 0 { ids.sort() }
    return ids.map { Row(id: $0, title: text()) }
  }

  mutating func point() -> Point { Point(x: below(2), y: below(3)) }

  mutating func tree(_ depth: Int = 3) -> RandomTree {
    switch below(depth > 0 ? 8 : 4) {
    case 0: .leaf
    case 1: .number(below(3))
    case 2: .text(label: text())
    case 3: .point(point())
    case 4: .rows(rows())
    case 5: .optional(below(2) == 0 ? nil : tree(depth - 1))
    case 6: .both(tree(depth - 1), right: tree(depth - 1))
    default: .point2(x: below(2), y: below(2))
    }
  }

  mutating func anything() -> Any {
    switch below(8) {
    case 0: below(3)
    case 1: UInt8(below(3))
    case 2: text()
    case 3: tree()
    case 4: rows()
    case 5: Optional(point()) as Any
    case 6: ["k": below(3)]
    default: Failure(message: text())
    }
  }

  mutating func state() -> RandomState {
    RandomState(
      title: text(),
      rows: rows(),
      points: array(upTo: 5) { $0.point() },
      tree: tree(),
      tags: Set(array(upTo: 4) { $0.text() }),
      pointsByName: Dictionary(array(upTo: 4) { ($0.text(), $0.point()) }) { $1 },
      treesByNumber: Dictionary(array(upTo: 3) { ($0.below(20), $0.tree(1)) }) { $1 },
      point: below(2) == 0 ? nil : point(),
      pair: (below(2), text()),
      box: Box(value: tree(1)),
      anything: anything(),
      counters: array(upTo: 2) { Tally($0.below(2)) }
    )
  }

  /// A state that differs from another in a field or two.
  mutating func change(_ state: RandomState) -> RandomState {
    let other = self.state()
    var state = state
    for _ in 0...below(2) {
      switch below(14) {
      case 0: state.title = other.title
      case 1: state.rows = other.rows
      case 2: state.rows.isEmpty ? () : (state.rows[below(state.rows.count)].title += "x")
      case 3: state.rows.shuffle(using: &self)
      case 4: state.points = other.points
      case 5: state.tree = other.tree
      case 6: state.tags = other.tags
      case 7: state.pointsByName = other.pointsByName
      case 8: state.treesByNumber = other.treesByNumber
      case 9: state.point = other.point
      case 10: state.pair = other.pair
      case 11: state.box = other.box
      case 12: state.anything = other.anything
      default: state.counters = other.counters
      }
    }
    return state
  }
}
