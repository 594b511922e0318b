/// The expected output of a command: the lines after it that start with `|`.
///
/// `…` in a line matches any text, and a line with only `…` any number of lines.
struct ExpectedOutput {
  /// The lines as written in the script.
  let lines: [CommandLine]
  private let patterns: [String]

  init(_ lines: [CommandLine]) {
    self.lines = lines
    patterns = lines.map { $0.expectedOutput ?? "" }
  }

  /// The lines that do not match, and what was printed instead.
  struct Difference {
    /// Positions in ``ExpectedOutput/lines``; empty where more was printed than expected.
    let expected: Range<Int>
    /// What was printed there.
    let printed: [String]
  }

  /// Compares the lines with the actual output.
  ///
  /// - Returns: `nil` if all lines match.
  /// - Complexity: O(*n* · *m*) in the numbers of lines, O(*n* + *m*) without `…`.
  func difference(from printed: [String]) -> Difference? {
    if Self.fits(printed, patterns, isAny: { $0 == "…" }, isSame: Self.fits) { return nil }
    var start = 0
    while start < min(printed.count, patterns.count), isFitting(printed[start], start) { start += 1 }
    var (end, printedEnd) = (patterns.count, printed.count)
    while end > start, printedEnd > start, isFitting(printed[printedEnd - 1], end - 1) {
      end -= 1
      printedEnd -= 1
    }
    return Difference(expected: start..<end, printed: Array(printed[start..<printedEnd]))
  }

  private func isFitting(_ line: String, _ position: Int) -> Bool {
    patterns[position] != "…" && Self.fits(line, patterns[position])
  }

  private static func fits(_ line: String, _ pattern: String) -> Bool {
    line == pattern
      || pattern.contains("…") && fits(Array(line), Array(pattern), isAny: { $0 == "…" }, isSame: ==)
  }

  /// Whether a sequence matches a pattern in which some elements are wildcards.
  ///
  /// Backtracking to the last wildcard suffices; the matches of earlier ones never need to change.
  private static func fits<Element>(
    _ elements: [Element],
    _ pattern: [Element],
    isAny: (Element) -> Bool,
    isSame: (Element, Element) -> Bool
  ) -> Bool {
    var (position, place) = (0, 0)
    var last: (position: Int, place: Int)?
    while position < elements.count {
      if place < pattern.count, isAny(pattern[place]) {
        last = (position, place)
        place += 1
      } else if place < pattern.count, isSame(elements[position], pattern[place]) {
        position += 1
        place += 1
      } else if let any = last {
        position = any.position + 1
        place = any.place + 1
        last = (position, any.place)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy(isAny)
  }
}

extension ExpectedOutput {
  /// The maximum number of lines in an error.
  private static let mostShown = 20

  /// The error for output that differs.
  func diagnostic(for difference: Difference) -> Diagnostic {
    var diagnostic = message(for: difference)
    diagnostic.isFailedExpectation = true
    return diagnostic
  }

  private func message(for difference: Difference) -> Diagnostic {
    let place = lines[min(difference.expected.lowerBound, lines.count - 1)].source
    if difference.printed.isEmpty {
      return place.diagnostic("expectation failed: this was not printed", hint: Self.hint)
    }
    return place.diagnostic(
      difference.expected.isEmpty
        ? "expectation failed: more was printed than expected"
        : "expectation failed: something else was printed",
      notes: ["printed:"] + Self.shown(difference.printed),
      hint: Self.hint
    )
  }

  /// The first lines of the output, in script syntax.
  static func shown(_ printed: [String]) -> [String] {
    let rest = printed.count - mostShown
    return printed.prefix(mostShown).map(written) + (rest > 0 ? ["and \(counted(rest, "line")) more"] : [])
  }

  private static var hint: String { "'--update' rewrites the expected lines" }

  /// A line in script syntax.
  static func written(_ line: String) -> String { line.isEmpty ? "|" : "| \(line)" }
}
