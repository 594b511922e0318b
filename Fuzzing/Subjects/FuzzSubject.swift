/// What is tried with any input.
public enum FuzzSubject: String, CaseIterable, Sendable {
  /// Scripts: their lines and words, what is read from words, checking, running, and loading them as sessions.
  case script
  /// Session files: loading, saving, recording on.
  case session
  /// Actions in Swift syntax, and patterns of them.
  case action
  /// Questions about a state.
  case expression
  /// The messages of protocols, in both framings.
  case rpc

  /// Tries an input. Beyond this no input may end the program, take long, or take much memory.
  ///
  /// - Throws: What of that which holds for all input does not hold for this one.
  public func check(_ input: [UInt8]) throws(Finding) {
    switch self {
    case .script: try ScriptSubject.check(input)
    case .session: try SessionSubject.check(input)
    case .action: try ActionSubject.check(input)
    case .expression: try ExpressionSubject.check(input)
    case .rpc: try MessageSubject.check(input)
    }
  }
}

/// Something that holds for all input, and does not for one.
public struct Finding: Error, CustomStringConvertible {
  /// What was seen.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// - Throws: A finding, if the condition does not hold.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(Finding) {
  if !condition { throw Finding(message()) }
}
