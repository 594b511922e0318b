import Core

/// Whether a text occurs in the states at moments that are asked about one after the other.
///
/// How many lines of a state have the text in them follows from those of the state before and from what is different, so
/// that a question costs as much as the change, however large the state is.
///
/// The positions of elements, the commas between them and the brackets around them do not count: where an element is put
/// in, these change, which no difference shows.
struct StateTextSearch<State, Action> {
  private let text: String
  private var last: (moment: Moment<State, Action>, count: Int)?

  init(_ text: String) {
    self.text = text
  }

  /// - Complexity: O(*changes*) since the moment that was asked about last; O(*n*) in the size of the state for the first
  ///   one, and for a text of several lines.
  mutating func occurs(at moment: Moment<State, Action>) -> Bool {
    guard !text.contains("\n") else { return dump(moment).contains(text) }
    let count = last.map { $0.count + change(from: $0.moment, to: moment) } ?? count(in: dump(moment))
    last = (moment, count)
    return count > 0
  }

  private func dump(_ moment: Moment<State, Action>) -> String {
    moment.withState { String(customDumping: $0) }
  }

  private func count(in dump: String) -> Int {
    dump.split(separator: "\n").count { hasText($0) }
  }

  /// How many lines more have the text.
  private func change(from old: Moment<State, Action>, to new: Moment<State, Action>) -> Int {
    guard let difference = diff(old, new) else { return 0 }
    return difference.split(separator: "\n").reduce(0) { sum, line in
      switch line.first {
      case "+" where hasText(line.dropFirst()): sum + 1
      case "-" where hasText(line.dropFirst()): sum - 1
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
