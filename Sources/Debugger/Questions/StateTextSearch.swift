import Core

/// Searches for a text in the states of one moment after another.
///
/// The number of matching lines in a state is derived from that of the previous state and the difference between them,
/// so the cost depends on the size of the change rather than of the state.
///
/// The positions of elements, separating commas and enclosing brackets are not searched: inserting an element changes
/// them without showing in a difference.
struct StateTextSearch {
  private let text: String
  private var last: (moment: AnyMoment, count: Int)?

  init(_ text: String) {
    self.text = text
  }

  /// - Complexity: O(*changes*) since the last moment searched; O(*n*) in the size of the state for the first moment,
  ///   and for a text of several lines.
  mutating func occurs(at moment: AnyMoment) -> Bool {
    guard !text.contains("\n") else { return dump(moment).contains(text) }
    let count = last.map { $0.count + change(from: $0.moment, to: moment) } ?? count(in: dump(moment))
    last = (moment, count)
    return count > 0
  }

  private func dump(_ moment: AnyMoment) -> String {
    moment.withState { String(customDumping: $0) }
  }

  private func count(in dump: String) -> Int {
    dump.split(separator: "\n").count { hasText($0) }
  }

  /// The change in the number of matching lines.
  private func change(from old: AnyMoment, to new: AnyMoment) -> Int {
    (diffLines(old, new) ?? []).reduce(0) { sum, line in
      switch line.kind {
      case .added where hasText(line.text[...]): sum + 1
      case .removed where hasText(line.text[...]): sum - 1
      default: sum
      }
    }
  }

  private func hasText(_ line: Substring) -> Bool {
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
}
