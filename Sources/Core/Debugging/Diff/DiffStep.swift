/// One step through the children of two values, in printing order.
enum DiffStep {
  /// A run of equally many old and new children that are the same.
  case same(old: Range<Int>, new: Range<Int>)
  /// An old child that became a new one. Their names may differ.
  case changed(old: Int, new: Int)
  case removed(Int)
  case inserted(Int)
  /// An element that is at another place now; found only on request.
  case moved(old: Int, new: Int)

  /// The old child that the step removes, and the new one that it adds.
  fileprivate var ends: (gone: Int?, new: Int?) {
    switch self {
    case .removed(let x): (x, nil)
    case .inserted(let y): (nil, y)
    case .changed(let x, let y): (x, y)
    case .same, .moved: (nil, nil)
    }
  }
}

/// Computes the steps between the children of two values of the same shape.
///
/// Old and new children are matched by name (fields, keys), by `id` (identifiable elements), or by value.
struct DiffSteps {
  private let old: Contents
  private let new: Contents
  private(set) var steps: [DiffStep] = []

  /// Whether a diff shows something.
  var isDifferent: Bool {
    steps.contains { if case .same = $0 { false } else { true } }
  }

  /// - Parameter findsMoves: Whether an element of a list that is removed in one place and inserted in another counts as
  ///   moved.
  init(from old: Contents, to new: Contents, findsMoves: Bool) {
    self.old = old
    self.new = new
    if let regions = new.knownRegions(from: old) {
      walk(regions)
    } else if old.hasFields, old.hasSameNames(as: new) {
      walkAligned()
    } else {
      walkRegion(old: 0..<old.children.count, new: 0..<new.children.count)
    }
    if findsMoves, case .list = old.form { findMoves() }
  }

  private mutating func append(_ step: DiffStep) {
    if case .same(let old, let new) = step {
      if old.isEmpty { return }
      if case .same(let lastOld, let lastNew)? = steps.last {
        steps[steps.count - 1] = .same(
          old: lastOld.lowerBound..<old.upperBound,
          new: lastNew.lowerBound..<new.upperBound
        )
        return
      }
    }
    steps.append(step)
  }

  private mutating func appendKept(_ x: Int, _ y: Int, isSame: Bool) {
    append(isSame ? .same(old: x..<x + 1, new: y..<y + 1) : .changed(old: x, new: y))
  }
}

// Lists that know their differing regions.
extension DiffSteps {
  private mutating func walk(_ regions: [DifferingRegion]) {
    var (x, y) = (0, 0)
    for region in regions {
      append(.same(old: x..<region.old.lowerBound, new: y..<region.new.lowerBound))
      walkRegion(old: region.old, new: region.new)
      (x, y) = (region.old.upperBound, region.new.upperBound)
    }
    append(.same(old: x..<old.children.count, new: y..<new.children.count))
  }
}

// Fields.
extension DiffSteps {
  /// Walks through the same fields in the same order, which only a custom mirror can vary.
  private mutating func walkAligned() {
    for position in 0..<old.children.count {
      let isSame = Sameness.isSame(old.children[position].peek, new.children[position].peek)
      appendKept(position, position, isSame: isSame)
    }
  }
}

// Everything else.
extension DiffSteps {
  private mutating func walkRegion(old oldRange: Range<Int>, new newRange: Range<Int>) {
    let matcher = DiffMatcher(
      old: oldRange.map { old.children[$0] },
      new: newRange.map { new.children[$0] },
      form: old.form
    )
    for step in matcher.script.steps {
      switch step {
      case .kept(let x, let y):
        appendKept(oldRange.lowerBound + x, newRange.lowerBound + y, isSame: matcher.isSameValue(x, y))
      case .replaced(let x, let y):
        append(.changed(old: oldRange.lowerBound + x, new: newRange.lowerBound + y))
      case .removed(let x): append(.removed(oldRange.lowerBound + x))
      case .inserted(let y): append(.inserted(newRange.lowerBound + y))
      }
    }
  }
}

// Elements that moved.
extension DiffSteps {
  private mutating func findMoves() {
    let ends = steps.map(\.ends)
    let (gone, new) = (ends.compactMap(\.gone), ends.compactMap(\.new))
    if gone.isEmpty || new.isEmpty { return }
    let matcher = DiffMatcher(
      old: gone.map { old.children[$0] },
      new: new.map { self.new.children[$0] },
      form: old.form
    )
    var (places, origins): ([Int: Int], [Int: Int]) = ([:], [:])
    for (x, y) in matcher.pairs { (places[gone[x]], origins[new[y]]) = (new[y], gone[x]) }
    let found = steps
    steps = []
    for step in found {
      let (x, y) = step.ends
      let (place, origin) = (x.flatMap { places[$0] }, y.flatMap { origins[$0] })
      if place == y || place == nil && origin == nil {
        append(step)
        continue
      }
      if let x, place == nil { append(.removed(x)) }
      if let y { append(origin.map { .moved(old: $0, new: y) } ?? .inserted(y)) }
    }
  }
}
