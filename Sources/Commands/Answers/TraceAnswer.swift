import Core

/// How far a session agrees with a trace of a specification.
public struct TraceAnswer: Answer, JSONObject {
  package static let members = fields([
    "path": "the path of the trace",
    "states": "the number of its states",
    "moment": "the moment at its end, or where it differs first",
    "compared": "the variables that were compared",
    "ignored": "the other variables of the trace",
    "loop": "the state to which the last one leads back, if the trace is endless",
    "difference": "where the session differs first; omitted if it does not",
  ])

  /// The first difference.
  public struct Difference: JSONObject, Equatable {
    package static let title = "TraceDifference"
    package static let members = fields([
      "state": "the index of the state, from 0",
      "action": "the action that led to it",
      "variable": "the variable",
      "expression": "its expression",
      "expected": "the value in the trace, in the notation of Quint",
      "actual": "the value of the expression",
    ])
    /// The index of the state, from 0.
    public let state: Int
    /// The action that led to it.
    public let action: String?
    /// The variable.
    public let variable: String
    /// Its expression.
    public let expression: String
    /// The value in the trace, in the notation of Quint.
    public let expected: String
    /// The value of the expression.
    public let actual: String
  }

  /// The path of the trace.
  public let path: String
  /// The number of its states.
  public let states: Int
  /// The moment at its end, or where it differs first.
  public let moment: Int
  /// The variables that were compared.
  public let compared: [String]
  /// The other variables of the trace.
  public let ignored: [String]
  /// The state to which the last one leads back, if the trace is endless.
  public let loop: Int?
  /// The first difference; `nil` if there is none.
  public let difference: Difference?
  public var isAskedFor: Bool { false }

  public func lines(_ page: Page) -> [String] {
    // The error says the rest.
    if difference != nil { return [] }
    var text = "\(counted(states, "state")) of \(path) agree; compared: \(compared.joined(separator: ", "))"
    if !ignored.isEmpty { text += "; not compared: \(ignored.joined(separator: ", "))" }
    if let loop { text += "; the last state leads back to state \(loop), which was not followed" }
    return [page.dimmed(text)]
  }
}
