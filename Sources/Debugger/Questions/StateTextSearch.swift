import Core

/// Searches for a text in the states of one moment after another.
///
/// The number of matching lines in a state is derived from that of the previous state and their difference, so the cost
/// depends on the size of the change rather than of the state.
///
/// The positions of elements, separating commas and enclosing brackets are not searched: inserting an element changes
/// them without showing in a difference.
struct StateTextSearch {
  private let text: String
  private let isOneLine: Bool
  private let search: LineSearch
  private var last: (moment: AnyMoment, count: Int)?

  init(_ text: String) {
    (self.text, isOneLine, search) = (text, !text.contains("\n"), LineSearch(text))
  }

  /// - Complexity: O(*changes*) since the last moment searched; O(*n*) in the size of the state for the first moment,
  ///   and for a text of several lines.
  mutating func occurs(at moment: AnyMoment) -> Bool {
    guard isOneLine else { return moment.withState { String(customDumping: $0) }.contains(text) }
    let known = last.flatMap { last in change(from: last.moment, to: moment).map { last.count + $0 } }
    let count = known ?? count(at: moment)
    last = (moment, count)
    return count > 0
  }

  private func count(at moment: AnyMoment) -> Int {
    let lines = moment.withState { String(customDumping: $0) }.split(separator: "\n")
    return lines.count { search.occurs(in: String($0)) }
  }

  /// The change in the number of matching lines; `nil` if it follows only from the whole states.
  private func change(from old: AnyMoment, to new: AnyMoment) -> Int? {
    let shape = Shape.of(value: new.state)
    var change: Int?
    // If shared values differ, the same part of the state may show different ones.
    new.readState(as: shape.type, after: old) { old, new in
      let old = Peek(at: old, shape, on: .old)
      let new = Peek(at: new, shape)
      change = lineCountChange(from: old, to: new, where: search.occurs)
    }
    return change
  }
}

/// Searches for a text in a line of a state.
private struct LineSearch {
  private let text: String
  private let bytes: [UInt8]

  init(_ text: String) { (self.text, bytes) = (text, Array(text.utf8)) }

  func occurs(in line: String) -> Bool {
    if isMissing(in: line) { return false }
    var line = line.drop { $0 == " " }
    if line.last == "," { line.removeLast() }
    for brackets in ["[]", "[:]", "[", "]"] where line.hasSuffix(brackets) {
      line.removeLast(brackets.count)
      break
    }
    if line.first == "[", let end = line.firstRange(of: "]: "),
      line[..<end.lowerBound].dropFirst().allSatisfy(\.isNumber)
    {
      line = line[end.upperBound...]
    }
    return line.contains(text)
  }

  /// Whether a line of ASCII lacks the bytes of the text, as most lines do. Other characters may be equivalent to some of
  /// ASCII.
  private func isMissing(in line: String) -> Bool {
    var line = line
    return line.withUTF8 { line in
      guard let first = bytes.first, line.allSatisfy({ $0 < 0x80 }) else { return false }
      return !line.indices.contains { line[$0] == first && line[$0...].starts(with: bytes) }
    }
  }
}
