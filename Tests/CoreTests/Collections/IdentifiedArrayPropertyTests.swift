import Foundation
import Testing

@testable import Core
@testable import TestSupport

/// Random operations on an identified array and on a plain array at once.
struct IdentifiedArrayPropertyTests {
  /// Sizes on both sides of one leaf, of one inner node and of two.
  @Test(arguments: [(1, 8), (2, 40), (3, 200), (4, 900), (5, 2_500), (6, 40), (7, 200)])
  func behavesAsAPlainArrayAndLeavesOldVersionsAlone(seed: Int, size: Int) throws {
    var model = Model(seed: UInt64(seed), size: size)
    for operation in 0..<rounds(size < 500 ? 375 : 100) {
      let name = model.runRandomOperation()
      if operation % 10 == 0 { model.retain() }
      if operation % 10 == 0 || size < 100 {
        let problem = model.problem()
        try #require(problem == nil, "seed \(seed), operation \(operation) (\(name)): \(problem ?? "")")
      }
    }
    let changed = model.changedVersion()
    #expect(changed == nil, "seed \(seed): retained version \(changed ?? 0) has changed")
  }

  @Test(arguments: [(11, 30), (12, 100), (13, 700), (14, 3_000)])
  func stepsLeadFromOneVersionToTheOther(seed: Int, size: Int) throws {
    var model = Model(seed: UInt64(seed), size: size)
    for round in 0..<rounds(size < 500 ? 20 : 8) {
      let old = model.array
      let names = (0...(round % 4)).map { _ in model.runRandomOperation() }
      let problem = stepsProblem(from: old, to: model.array)
      try #require(problem == nil, "seed \(seed), round \(round) \(names): \(problem ?? "")")
      let removed = Set(old.ids).subtracting(model.array.ids)
      try #require(
        Set(model.array.removedIDs(since: old)) == removed,
        "seed \(seed), round \(round) \(names)"
      )
    }
  }
}

/// Random versions of an array, compared by a cursor and by looking at every element.
struct VersionCursorTests {
  private typealias Array = IdentifiedArrayOf<Item>

  /// Two elements that face each other; `nil` for a place in the other version.
  private struct Pair: Hashable {
    var old: Int?
    var new: Int?
    var kind = VersionRun.Kind.gap
  }

  private static func compare(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> VersionRun.Kind {
    let (old, new) = (old.load(as: Item.self), new.load(as: Item.self))
    return old == new ? .shared : old.id == new.id ? .changed : .gap
  }

  /// The pairs that the cursor finds, with an issue for each run that does not follow the previous one.
  private func found(from old: Array, to new: Array, isByPosition: Bool) -> Set<Pair> {
    var cursor = VersionCursor(from: old.tree.root, to: new.tree.root, isByPosition: isByPosition)
    var (pairs, x, y) = (Set<Pair>(), 0, 0)
    while let run = cursor.next(Self.compare) {
      #expect(run.old.lowerBound == x && run.new.lowerBound == y && !run.isEmpty, "\(run) after \(x), \(y)")
      (x, y) = (run.old.upperBound, run.new.upperBound)
      if run.kind == .gap {
        pairs.formUnion(run.old.map { Pair(old: $0) } + run.new.map { Pair(new: $0) })
      } else {
        #expect(run.old.count == run.new.count, "\(run)")
        pairs.formUnion(zip(run.old, run.new).map { Pair(old: $0, new: $1, kind: run.kind) })
      }
    }
    #expect(x == old.count && y == new.count, "The runs end at \(x) and \(y)")
    return pairs
  }

  /// The pairs to be found, by a dictionary of the labels or by position.
  private func expected(from old: Array, to new: Array, isByPosition: Bool) -> Set<Pair> {
    var places: [UInt64: Int] = [:]
    for place in new.indices { places[isByPosition ? UInt64(place) : new.tree.label(at: place)] = place }
    var (pairs, rest) = (Set<Pair>(), Set(new.indices))
    for x in old.indices {
      let y = places[isByPosition ? UInt64(x) : old.tree.label(at: x)]
      if let y, old[x].id == new[y].id {
        pairs.insert(Pair(old: x, new: y, kind: old[x] == new[y] ? .shared : .changed))
        rest.remove(y)
      } else {
        pairs.insert(Pair(old: x))
      }
    }
    return pairs.union(rest.map { Pair(new: $0) })
  }

  @Test(arguments: [(21, 6), (22, 30), (23, 200), (24, 1_500)])
  func theCursorFindsTheSamePairsAsComparingEveryElement(seed: Int, size: Int) throws {
    var model = Model(seed: UInt64(seed), size: size)
    for round in 0..<rounds(size < 500 ? 40 : 8) {
      let old = model.array
      let names = (0...(round % 4)).map { _ in model.runRandomOperation() }
      for (before, after) in [(old, model.array), (model.array, old)] {
        for isByPosition in [false, true] {
          let found = found(from: before, to: after, isByPosition: isByPosition)
          let expected = expected(from: before, to: after, isByPosition: isByPosition)
          try #require(found == expected, "seed \(seed), round \(round) \(names), \(isByPosition)")
        }
        let problem = problem(from: before, to: after)
        try #require(problem == nil, "seed \(seed), round \(round) \(names): \(problem ?? "")")
      }
    }
  }

  /// The first mistake in what is derived from the runs.
  private func problem(from old: Array, to new: Array) -> String? {
    let (before, after) = (old.elements, new.elements)
    let isSame = before.map(\.isDone) == after.map(\.isDone)
    if new.elementsEqual(toThoseOf: old, by: { $0.isDone == $1.isDone }) != isSame { return "elementsEqual" }
    var (x, y) = (0, 0)
    for region in new.differingRegions(from: old) + [
      DifferingRegion(old: old.count..<old.count, new: new.count..<new.count)
    ] {
      let isInOrder = region.old.lowerBound >= x && region.new.lowerBound >= y
      guard isInOrder, before[x..<region.old.lowerBound] == after[y..<region.new.lowerBound] else {
        return "The versions differ before the region \(region)"
      }
      (x, y) = (region.old.upperBound, region.new.upperBound)
    }
    return nil
  }
}

/// What is wrong with the steps between two arrays: they must rebuild the new one, say the truth about what is
/// unchanged, and keep as much as the difference of the standard library does.
private func stepsProblem(from old: IdentifiedArrayOf<Item>, to new: IdentifiedArrayOf<Item>) -> String? {
  let (before, after) = (old.elements, new.elements)
  var (o, n, changes) = (0, 0, 0)
  for step in new.steps(from: old) {
    switch step {
    case .unchanged(let oldRange, let newRange):
      guard oldRange.lowerBound == o, newRange.lowerBound == n else { return "A gap before \(step)" }
      guard before[oldRange] == after[newRange], !oldRange.isEmpty else { return "Not so: \(step)" }
      (o, n) = (oldRange.upperBound, newRange.upperBound)
    case .updated(let oldIndex, let newIndex):
      guard oldIndex == o, newIndex == n else { return "A gap before \(step)" }
      guard before[o].id == after[n].id else { return "Not so: \(step)" }
      (o, n) = (o + 1, n + 1)
    case .removed(let range):
      guard range.lowerBound == o, !range.isEmpty else { return "A gap before \(step)" }
      (o, changes) = (range.upperBound, changes + range.count)
    case .inserted(let range):
      guard range.lowerBound == n, !range.isEmpty else { return "A gap before \(step)" }
      (n, changes) = (range.upperBound, changes + range.count)
    }
  }
  guard o == before.count, n == after.count else { return "The steps end at \(o) and \(n)" }
  guard before.count < 800 else { return nil }
  let minimum = after.map(\.id).difference(from: before.map(\.id)).count
  return changes == minimum ? nil : "\(changes) elements removed or inserted, where \(minimum) would do"
}

private struct Model {
  var array: IdentifiedArrayOf<Item>
  var plain: [Item]
  var retained: [(array: IdentifiedArrayOf<Item>, plain: [Item])] = []
  var random: SeededGenerator
  var nextID: Int
  let size: Int

  init(seed: UInt64, size: Int) {
    random = SeededGenerator(seed: seed)
    plain = (0..<size).map { Item($0) }
    array = IdentifiedArray(uniqueElements: plain)
    nextID = size
    self.size = size
  }

  mutating func retain() {
    retained.append((array, plain))
    if retained.count > 12 { retained.remove(at: Int.random(in: 0..<12, using: &random)) }
  }

  func changedVersion() -> Int? {
    retained.firstIndex { $0.array.elements != $0.plain || $0.array.brokenInvariant() != nil }
  }

  func problem() -> String? {
    if let problem = array.brokenInvariant() { return problem }
    if array.elements != plain { return "The elements differ" }
    if !array.elementsEqual(plain) { return "Iteration differs" }
    if array != IdentifiedArray(uniqueElements: plain) { return "It does not equal a new array" }
    for (old, elements) in retained where (array == old) != (plain == elements) {
      return "It equals a version that it should not, or the reverse"
    }
    return nil
  }

  mutating func fresh() -> Item {
    defer { nextID += 1 }
    return Item(nextID)
  }

  mutating func position() -> Int { Int.random(in: 0..<plain.count, using: &random) }
  mutating func gap() -> Int { Int.random(in: 0...plain.count, using: &random) }

  mutating func offsets() -> IndexSet {
    let limit = Bool.random(using: &random) ? 3 : plain.count
    return IndexSet((0..<Int.random(in: 0...limit, using: &random)).map { _ in position() })
  }

  mutating func range() -> Range<Int> {
    let (a, b) = (gap(), gap())
    let range = min(a, b)..<max(a, b)
    return Bool.random(using: &random) ? range.prefix(3).startIndex..<range.prefix(3).endIndex : range
  }

  mutating func runRandomOperation() -> String {
    if plain.count < size / 2 || plain.count < 2 {
      let more = (0..<(size / 2 + 2)).map { _ in fresh() }
      array.append(contentsOf: more)
      plain.append(contentsOf: more)
      return "append(contentsOf:)"
    }
    if plain.count > size * 2 + 8 {
      array.removeLast(size)
      plain.removeLast(size)
      return "removeLast"
    }
    // Operations that touch most elements are rarer, so that versions stay related.
    switch Int.random(in: 0..<48, using: &random) {
    case 0..<6:
      let (item, gap) = (fresh(), gap())
      array.insert(item, at: gap)
      plain.insert(item, at: gap)
      return "insert \(gap)"
    case 6..<9:
      let item = fresh()
      array.append(item)
      plain.append(item)
      return "append"
    case 9..<11:
      let item = fresh()
      array.insert(item, at: 0)
      plain.insert(item, at: 0)
      return "insert 0"
    case 11..<15:
      let position = position()
      array.remove(at: position)
      plain.remove(at: position)
      return "remove(at: \(position))"
    case 15..<18:
      let position = position()
      array.remove(id: plain[position].id)
      plain.remove(at: position)
      return "remove(id:)"
    case 18..<23:
      let position = position()
      array[id: plain[position].id]?.isDone.toggle()
      plain[position].isDone.toggle()
      return "toggle by id"
    case 23..<26:
      let position = position()
      array[position].text += "!"
      plain[position].text += "!"
      return "change at \(position)"
    case 26:
      let position = position()
      array[id: plain[position].id] = nil
      plain.remove(at: position)
      return "set nil"
    case 27:
      let position = position()
      let id = plain[position].id
      func clear(_ item: inout Item?) { item = nil }
      clear(&array[id: id])
      plain.remove(at: position)
      return "set nil in place"
    case 28:
      let item = fresh()
      array[id: item.id] = item
      plain.append(item)
      return "set new"
    case 29..<31:
      let (a, b) = (position(), position())
      array.swapAt(a, b)
      plain.swapAt(a, b)
      return "swapAt"
    case 31..<36:
      let (offsets, gap) = (offsets(), gap())
      array.move(fromOffsets: offsets, toOffset: gap)
      let moved = offsets.map { plain[$0] }
      let target = gap - offsets.count(in: 0..<gap)
      plain = plain.indices.filter { !offsets.contains($0) }.map { plain[$0] }
      plain.insert(contentsOf: moved, at: target)
      return "move \(Array(offsets)) to \(gap)"
    case 36..<38:
      let offsets = offsets()
      array.remove(atOffsets: offsets)
      plain = plain.indices.filter { !offsets.contains($0) }.map { plain[$0] }
      return "remove \(Array(offsets))"
    case 38:
      array.removeAll { $0.id % 13 == 0 }
      plain.removeAll { $0.id % 13 == 0 }
      return "removeAll(where:)"
    case 39:
      array.sort { $1.isDone && !$0.isDone }
      plain = plain.filter { !$0.isDone } + plain.filter(\.isDone)
      return "sort by isDone"
    case 40:
      array.sort()
      plain.sort()
      return "sort"
    case 41:
      array.reverse()
      plain.reverse()
      return "reverse"
    case 42:
      var copy = random
      array.shuffle(using: &copy)
      plain = plain.indices.shuffled(using: &random).map { plain[$0] }
      return "shuffle"
    case 43:
      array.partition(by: \.isDone)
      plain = plain.filter { !$0.isDone } + plain.filter(\.isDone)
      return "partition"
    case 44:
      let (range, more) = (range(), [fresh(), fresh()])
      array.replaceSubrange(range, with: more)
      plain.replaceSubrange(range, with: more)
      return "replaceSubrange \(range)"
    case 45:
      array = array.filter { $0.id % 11 != 0 }
      plain = plain.filter { $0.id % 11 != 0 }
      return "filter"
    case 46:
      let position = position()
      let item = Item(plain[position].id, "another text")
      array.updateOrAppend(item)
      plain[position] = item
      return "updateOrAppend"
    default:
      guard let (old, elements) = retained.randomElement(using: &random) else { return "nothing" }
      array = old
      plain = elements
      return "go back to an old version"
    }
  }
}
