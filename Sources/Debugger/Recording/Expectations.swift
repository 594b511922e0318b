import Core

/// Expressions that describe a state, for the parts of it that differ from another state.
///
/// Each expression has been parsed again and evaluated to true.
struct Expectations {
  /// The expressions, at most ``most`` of them.
  private(set) var lines: [String] = []
  private let state: Any
  /// Reads a part of the older state with the shared values of that moment.
  private let readBefore: (() -> Void) -> Void
  /// Whether a part of the older state is identical to one of the newer.
  private let isSame: (Any, Any) -> Bool
  /// Whether elements that are identical in both states also contain the same shared values.
  private let sharesValues: Bool

  /// More would be too many to read.
  private static let most = 8
  private static let deepest = 8
  private static let longestLine = 400

  init(from old: AnyMoment, to new: AnyMoment) {
    state = new.state
    readBefore = { read in old.withState { _ in read() } }
    sharesValues = old.hasSameSharedValues(as: new)
    isSame = { Core.isSame($0, old, $1, new) }
    new.withState { state in
      compare(old.state, state, at: "", depth: 0)
    }
  }

  private func before<Value>(_ body: () -> Value?) -> Value? {
    var result: Value?
    readBefore { result = body() }
    return result
  }

  private mutating func compare(_ old: Any?, _ new: Any?, at path: String, depth: Int) {
    guard lines.count < Self.most, depth < Self.deepest else { return }
    let old = before { old.flatMap { flattened($0) } }
    let new = new.flatMap { flattened($0) }
    guard let new else {
      if old != nil { add("\(path) == nil") }
      return
    }
    if let old, isSame(old, new) { return }
    if !path.isEmpty, let text = ValueText.short(new), add("\(path) == \(text)") { return }
    if let collection = new as? any Collection {
      compareElements(old as? any Collection, collection, at: path, depth: depth)
    } else if let name = Choice.caseName(of: new) {
      if before({ old.flatMap { Choice.caseName(of: $0) } }) != name {
        add("\(path) == .\(name.asMember)")
      }
      compareMembers([name], old, new, at: path, depth: depth)
    } else {
      // The ids of new elements are generated in sequence, and say nothing about the feature.
      let names = Members.storedNames(of: new).filter { old != nil || $0 != "id" }
      compareMembers(names, old, new, at: path, depth: depth)
    }
  }

  private mutating func compareMembers(
    _ names: [String],
    _ old: Any?,
    _ new: Any,
    at path: String,
    depth: Int
  ) {
    for name in names {
      guard let value = Members.value(name, of: new) else { continue }
      let earlier = before { old.flatMap { Members.value(name, of: $0) } ?? nil }
      let place = path.isEmpty ? name.asMember : "\(path).\(name.asMember)"
      compare(earlier, value, at: place, depth: depth + 1)
    }
  }

  /// Only the ordered elements between the common prefix and suffix are examined.
  private mutating func compareElements(
    _ old: (any Collection)?,
    _ new: any Collection,
    at path: String,
    depth: Int
  ) {
    if old?.count != new.count { add("\(path).count == \(new.count)") }
    guard !new.isUnordered else { return }
    let after = ExpectedElements(new)
    let earlier = before { old.map { ExpectedElements($0) } } ?? ExpectedElements([])
    let shorter = min(earlier.count, after.count)
    var (start, end) = sharesValues ? after.ends(sharedWith: earlier) : (0, 0)
    while start < shorter, isSame(earlier[start], after[start]) { start += 1 }
    end = min(end, shorter - start)
    while end < shorter - start, isSame(earlier[earlier.count - 1 - end], after[after.count - 1 - end]) {
      end += 1
    }
    for index in start..<max(start, after.count - end) where lines.count < Self.most {
      let counterpart = earlier.count == after.count ? earlier[index] : nil
      compare(counterpart, after[index], at: "\(path)[\(index)]", depth: depth + 1)
    }
  }

  /// - Returns: Whether the expression was evaluated to true.
  @discardableResult
  private mutating func add(_ text: String) -> Bool {
    guard text.utf8.count <= Self.longestLine,
      let expression = try? Expression(parsing: SourceText(text)),
      (try? expression.holds(in: ExpressionContext(state))) == true
    else { return false }
    lines.append(text)
    return true
  }
}
