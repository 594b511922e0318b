/// What is wrong, where, and what to do about it: the one form of every error in a script or a typed line.
public struct Diagnostic: Error, Hashable, Sendable {
  /// Whether what is wrong keeps the script from running.
  public enum Severity: String, Hashable, Sendable {
    /// It does.
    case error
    /// It does not.
    case warning
  }

  /// How bad it is.
  public var severity: Severity
  /// What was found and what was expected, without a full stop.
  public var message: String
  /// Where it is.
  public var location: SourceLocation
  /// How much to underline, in Characters; at least 1.
  public var length: Int
  /// The physical line that `location` lies in, as written and without its line end.
  public var sourceLine: String
  /// Further facts, each shown below the caret after `note:`.
  public var notes: [String]
  /// Whether the script expected something else, and was able to find out.
  package var isFailedExpectation = false
  /// What to try, shown last after `help:`: "did you mean 'toggle'?"
  public var hint: String?
  /// Whether the types of the values are the matter, so that no other values of the same types would do.
  package var concernsTypes = false

  /// Creates a diagnostic; the parameters are its properties.
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

extension Diagnostic {
  /// The same, for values of whatever content.
  var concerningTypes: Diagnostic {
    var copy = self
    copy.concernsTypes = true
    return copy
  }

  /// The same as the last of so many that the rest of a script was not looked at.
  package var asTheLast: Diagnostic {
    adding(notes: ["there were too many errors; the rest was not read"])
  }

  /// The same with further notes, but for those that it has.
  package func adding(notes: [String]) -> Diagnostic {
    var copy = self
    copy.notes += notes.filter { !self.notes.contains($0) }
    return copy
  }

  /// Whether it says the same of the same place.
  package func isSame(as other: Diagnostic) -> Bool {
    (message, location) == (other.message, other.location)
  }
}

extension [Diagnostic] {
  /// The same in the order of their lines.
  ///
  /// Inlined, it would keep generic code around it from being compiled for a feature's types.
  @inline(never)
  package var inOrder: [Diagnostic] { sorted { $0.location < $1.location } }
}

/// All that is wrong with a script, in the order of its lines.
public struct DiagnosticList: Error, Sendable {
  /// At least one.
  public let diagnostics: [Diagnostic]

  /// - Returns: `nil` for an empty list, which is no error.
  public init?(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return nil }
    self.diagnostics = diagnostics
  }
}

extension DiagnosticList: CustomStringConvertible {
  public var description: String { diagnostics.map { $0.rendered() }.joined(separator: "\n") }
}
