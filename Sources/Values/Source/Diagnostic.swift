/// An error or warning in a script or a typed line: what is wrong, where, and what to do about it.
public struct Diagnostic: Error, Hashable, Codable, Sendable {
  /// Whether the problem prevents the script from running.
  public enum Severity: String, Hashable, Codable, Sendable {
    /// The script does not run.
    case error
    /// The script runs.
    case warning
  }

  /// How severe the problem is.
  public var severity: Severity
  /// What was found and what was expected, without a full stop.
  public var message: String
  /// Where the problem is.
  public var location: SourceLocation
  /// The number of Characters to underline; at least 1.
  public var length: Int
  /// The physical line that contains `location`, as written and without its line ending.
  public var sourceLine: String
  /// What a command printed, next to what was expected; it is shown in place of the line.
  public var difference: PrintedDifference?
  /// Further facts, each shown below the caret after `note:`.
  public var notes: [String]
  /// Whether it reports that an expectation of the script was evaluated and failed.
  package var isFailedExpectation = false
  /// Whether it is the finding of a search, which an answer has shown to people at a prompt.
  package var isFinding = false
  /// How a suggested fix ends that puts another condition before one.
  static let beforeCondition = " && …"

  /// The suggested fix, shown last after `help:`: "did you mean 'toggle'?"
  public var hint: String?
  /// Whether a value is missing that may exist in another state: an element, or a value that is currently `nil`.
  package var concernsMissingValue = false

  /// Creates a diagnostic from its properties.
  public init(
    _ message: String,
    severity: Severity = .error,
    location: SourceLocation,
    length: Int = 1,
    sourceLine: String,
    notes: [String] = [],
    hint: String? = nil
  ) {
    self.severity = severity
    self.message = message
    self.location = location
    self.length = max(1, length)
    self.sourceLine = sourceLine
    self.notes = notes
    self.hint = hint
  }
}

/// What a command printed, compared with what its script expects.
public struct PrintedDifference: Hashable, Codable, Sendable {
  /// The command, as written.
  public let command: String
  /// The lines in script syntax, after `- ` if expected, `+ ` if printed, and two spaces if both.
  public let lines: [String]

  package init(command: String, lines: [String]) {
    (self.command, self.lines) = (command, lines)
  }

  /// The style of a line of a report, by its start; nothing else in one begins like this.
  package static func isRemoved(_ line: String) -> Bool { line.hasPrefix("- |") }
  package static func isAdded(_ line: String) -> Bool { line.hasPrefix("+ |") }
}

extension Diagnostic {
  /// The result of an evaluation in one of several states.
  ///
  /// This is the rule for conditions that are judged in many states: a condition is not true where a value that it
  /// needs is missing; anything else that prevents its evaluation is an error.
  ///
  /// - Returns: `nil` if a value is missing.
  /// - Throws: Any other error.
  package static func unlessMissing<Value>(
    _ evaluate: () throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value? {
    do throws(Diagnostic) { return try evaluate() } catch {
      guard error.concernsMissingValue else { throw error }
      return nil
    }
  }

  /// The same diagnostic with a note that further errors are not reported because there were too many.
  package var asTheLast: Diagnostic {
    adding(notes: ["too many errors; the rest of the script was not checked"])
  }

  /// What kind of problem it is: the words of its message that do not depend on the script, such as `unknown-command`.
  package var code: String {
    var words: [Substring] = []
    var quote: Character?
    for word in message.prefix(while: { $0 != ":" && $0 != ";" && $0 != "," }).split(separator: " ") {
      if quote == nil, let first = word.first, first == "'" || first == "`" { quote = first }
      if let open = quote {
        if word.last == open { quote = nil }
      } else if word.allSatisfy({ $0.isASCII && $0.isLetter }) {
        words.append(word)
      }
    }
    return words.prefix(8).joined(separator: "-").lowercased()
  }

  /// The same diagnostic with further notes, without duplicates.
  package func adding(notes: [String]) -> Diagnostic {
    var copy = self
    copy.notes += notes.filter { !self.notes.contains($0) }
    return copy
  }

  /// The difference and the notes, each on a line or several.
  package var facts: [String] { (difference?.lines ?? []) + notes }

  /// Whether both report the same problem at the same location.
  package func isSame(as other: Diagnostic) -> Bool {
    (message, location) == (other.message, other.location)
  }
}

extension [Diagnostic] {
  /// The diagnostics sorted by location.
  ///
  /// Inlining it would prevent specialization of the generic code around it for a feature's types.
  @inline(never)
  package var inOrder: [Diagnostic] { sorted { $0.location < $1.location } }
}

/// All errors in a script, in the order of its lines.
public struct DiagnosticList: Error, Sendable {
  /// The diagnostics, at least one.
  public let diagnostics: [Diagnostic]

  /// - Returns: `nil` for an empty list, which is not an error.
  public init?(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return nil }
    self.diagnostics = diagnostics
  }
}

extension DiagnosticList: CustomStringConvertible {
  public var description: String { diagnostics.map { $0.rendered() }.joined(separator: "\n") }
}
