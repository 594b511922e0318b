import Core

/// The expected output of a command: the lines after it that start with `|`.
///
/// `…` in a line matches any text, and a line with only `…` any number of lines. `\…` matches `…` itself.
struct ExpectedOutput {
  /// The lines as written in the script.
  let lines: [ScriptLine]
  private let patterns: [String]

  init(_ lines: [ScriptLine]) {
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
    let start = zip(printed, patterns.indices).prefix { isFitting($0, $1) }.count
    let rest = zip(printed[start...].reversed(), patterns.indices.dropFirst(start).reversed())
    let end = rest.prefix { isFitting($0, $1) }.count
    return Difference(
      expected: start..<patterns.count - end,
      printed: Array(printed[start..<printed.count - end])
    )
  }

  private func isFitting(_ line: String, _ position: Int) -> Bool {
    patterns[position] != "…" && Self.fits(line, patterns[position])
  }

  private static func fits(_ line: String, _ pattern: String) -> Bool {
    guard pattern.contains("…") else { return line == pattern }
    // A NUL stands for a literal '…'.
    let line = line.replacing("…", with: "\0")
    let pattern = pattern.replacing("\\…", with: "\0")
    return fits(Array(line), Array(pattern), isAny: { $0 == "…" }, isSame: ==)
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
    var position = 0
    var place = 0
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
  ///
  /// - Parameters:
  ///   - command: The command that printed it.
  ///   - callers: The blocks and calls around the command.
  func diagnostic(
    for difference: Difference,
    from printed: [String],
    of command: ScriptLine,
    in callers: [CallFrame]
  ) -> Diagnostic {
    let place = lines[min(difference.expected.lowerBound, lines.count - 1)].source
    let what =
      difference.printed.isEmpty
      ? "this was not printed"
      : difference.expected.isEmpty ? "more was printed than expected" : "the output differs"
    let rounds = callers.compactMap { frame -> Int? in
      if case .round(let round, of: 2...) = frame { round } else { nil }
    }
    let hint =
      switch rounds.max() {
      case nil: "'--update' replaces the expected lines (-) with the printed ones (+)"
      case 0: "'--update' rewrites the expected lines if every round prints the same"
      default: "use '…' for text that varies between rounds"
      }
    var diagnostic = place.failedExpectation(what, hint: hint)
    diagnostic.difference = PrintedDifference(command: command.text, lines: comparison(with: printed).shown)
    return diagnostic
  }

  /// The first lines of the output, in script syntax.
  static func shown(_ printed: [String]) -> [String] {
    let rest = printed.count - mostShown
    return printed.prefix(mostShown).map { marked(visible(escaped($0))) }
      + (rest > 0 ? ["and \(counted(rest, "line")) more"] : [])
  }

  /// A line with its trailing spaces escaped, as well as characters that are invisible or look like a space.
  fileprivate static func visible(_ line: String) -> String {
    let text = line.trimmingSpacesAtEnd
    return text.blanksEscaped + String(repeating: "\\u{20}", count: line.count - text.count)
  }

  /// A printed line in script syntax.
  static func written(_ line: String) -> String { marked(escaped(line)) }

  /// A line of expected output in script syntax.
  static func marked(_ pattern: String) -> String { pattern.isEmpty ? "|" : "| \(pattern)" }

  fileprivate static func escaped(_ line: String) -> String { line.replacing("…", with: "\\…") }
}

extension ExpectedOutput {
  /// A diff of the expected and the printed lines.
  struct Comparison {
    private static let context = 3
    private static let mostShown = 40

    /// A line after its mark, and whether both sides have it.
    fileprivate var lines: [(text: String, isSame: Bool)] = []

    fileprivate mutating func add(_ mark: String, _ pattern: String) {
      let isSame = mark == " "
      let text = isSame ? pattern : ExpectedOutput.visible(pattern)
      lines.append(("\(mark) \(ExpectedOutput.marked(text))", isSame))
    }

    /// The lines that differ with some lines around them.
    var shown: [String] {
      var result: [String] = []
      var skipped = 0
      func note() {
        if skipped > 0 { result.append("  (\(counted(skipped, "matching line")))") }
        skipped = 0
      }
      for (index, line) in lines.enumerated() {
        let around = max(0, index - Self.context)..<min(lines.count, index + Self.context + 1)
        guard lines[around].contains(where: { !$0.isSame }) else {
          skipped += 1
          continue
        }
        note()
        result.append(line.text)
      }
      note()
      let rest = result.count - Self.mostShown
      return rest > 1 ? result.prefix(Self.mostShown) + ["  (\(rest) more lines)"] : result
    }
  }

  /// Aligns the expected lines with the printed ones so that few differ.
  func comparison(with printed: [String]) -> Comparison {
    var comparison = Comparison()
    // The printed lines since the last one that is the same; nil if '…' stands for them.
    var new: [String]? = []
    func flush() {
      for line in new ?? [] { comparison.add("+", Self.escaped(line)) }
      new = []
    }
    func expect(_ position: Int) {
      let isAny = patterns[position] == "…"
      comparison.add(isAny ? " " : "-", patterns[position])
      if isAny { new = nil }
    }
    for step in EditScript(patterns.count, printed.count, isSame: { isFitting(printed[$1], $0) }).steps {
      switch step {
      case .kept(_, let position):
        flush()
        comparison.add(" ", Self.escaped(printed[position]))
      case .replaced(let old, let position):
        expect(old)
        new?.append(printed[position])
      case .removed(let old): expect(old)
      case .inserted(let position): new?.append(printed[position])
      }
    }
    flush()
    return comparison
  }
}
