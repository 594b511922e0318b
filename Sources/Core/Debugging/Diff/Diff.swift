/// The difference between two values as text, or `nil` if there is none.
///
/// ```swift
/// diff(old, new)
/// //   Todo(
/// //     title: "Milk",
/// // -   isComplete: false
/// // +   isComplete: true
/// //   )
/// ```
///
/// Unchanged parts are folded: a field to `Type(…)`, elements of a collection to `… (3 unchanged)`. Parts found equal
/// by identity or `==` are not traversed.
///
/// - Parameters:
///   - old: The old value.
///   - new: The new value.
///   - format: The marks at the start of the lines.
/// - Complexity: O(changes · log n) in collections that share structure (`RegionDiffable`), O(n) in others.
public func diff<T>(_ old: T, _ new: T, format: DiffFormat = .default) -> String? {
  var text = ""
  writeDiff(old, new, showsMoves: format.moved != nil) { line in
    if !text.isEmpty { text += "\n" }
    text += format.mark(of: line.kind)
    text += " "
    text += line.text
  }
  return text.isEmpty ? nil : text
}

/// The difference between two values line by line, or `nil` if there is none.
///
/// ``diff(_:_:format:)-(T,_,_)`` consists of these lines, each prefixed with its mark and a space.
///
/// - Parameters:
///   - old: The old value.
///   - new: The new value.
public func diffLines<T>(_ old: T, _ new: T) -> [DiffLine]? {
  var lines: [DiffLine] = []
  writeDiff(old, new) { lines.append($0) }
  return lines.isEmpty ? nil : lines
}

/// The change in the number of matching lines from the dump of one value to that of another.
///
/// Whether a line matches must not depend on positions in lists, on commas, or on line breaks between brackets, because
/// inserting an element changes these elsewhere, too.
///
/// - Returns: `nil` if only complete dumps tell: the text of an object depends on the text before it.
/// - Complexity: That of a diff
package func lineCountChange(from old: Peek, to new: Peek, where matches: (String) -> Bool) -> Int? {
  // Objects with the same contents do not differ, but one dump may write them in full and the other not.
  if new.shape.has(.objects) { return nil }
  var change = 0
  return withoutActuallyEscaping(matches) { matches in
    let output = DumpOutput { line in
      if line.kind != .same, matches(line.text) { change += line.kind == .added ? 1 : -1 }
    }
    let differ = Differ(output, isForLines: true)
    differ.diffIfDifferent(old, new)
    output.endLine()
    return differ.dumper.hasWrittenObjects ? nil : change
  }
}

private func writeDiff<T>(_ old: T, _ new: T, showsMoves: Bool = false, to emit: (DiffLine) -> Void) {
  withoutActuallyEscaping(emit) { emit in
    let output = DumpOutput(emit: emit)
    withPeeks(at: old, new) {
      Differ(output, showsMoves: showsMoves).diffIfDifferent($0.opened, $1.opened)
    }
    output.endLine()
  }
}

/// The marks at the start of the lines of a diff.
public struct DiffFormat: Hashable, Sendable {
  /// The mark of lines in the first value only.
  public var first: String
  /// The mark of lines in the second value only.
  public var second: String
  /// The mark of lines in both values.
  public var both: String
  /// The mark of elements that are at another place of their list; `nil` shows them as removed and added.
  public var moved: String?

  /// Creates a format.
  public init(first: String, second: String, both: String, moved: String? = nil) {
    self.first = first
    self.second = second
    self.both = both
    self.moved = moved
  }

  /// `-`, `+` and a space, for monospaced fonts.
  public static let `default` = DiffFormat(first: "-", second: "+", both: " ")

  /// A minus sign, `+` and a figure space, for fonts in which these have the same width.
  public static let proportional = DiffFormat(first: "\u{2212}", second: "+", both: "\u{2007}")

  /// The default format, in which an element that moved takes one line: `~ [0 → 2]: Todo(…)`.
  public static let withMoves = DiffFormat(first: "-", second: "+", both: " ", moved: "~")

  /// The mark for a kind of line.
  public func mark(of kind: DiffLine.Kind) -> String {
    switch kind {
    case .removed: first
    case .added: second
    case .same: both
    case .moved: moved ?? both
    }
  }
}
