/// The identity of a function of a dependency.
public struct EndpointID: Hashable, Sendable {
  /// The key of the dependency.
  let key: ObjectIdentifier
  /// The name of the function; empty if the dependency itself is meant.
  let name: String
}

/// What a function of a dependency answers from now on.
public struct DependencyAnswer: Sendable {
  /// What a call leads to.
  public enum Outcome: @unchecked Sendable {
    // Unchecked: the values were read from text and are not shared.

    /// A result.
    case value(Any)
    /// An error.
    case failure(any Error)
    /// Nothing, until the caller is cancelled.
    case never
    /// What the dependency answers otherwise.
    case original
    /// A stream of these, each after a delay: values, an error, which ends it, or nothing more. For a function that returns
    /// no stream, a single one, which it awaits.
    case stream([(delay: Duration, outcome: Outcome)])
  }

  /// The function.
  public let endpoint: EndpointID
  /// Its name, with that of the dependency: `BookCatalog.search`.
  public let path: String
  /// The calls that it answers, as text; `nil` for all.
  public let arguments: String?
  /// The outcomes as text.
  public let result: String
  /// The outcomes of the first call, the second, and so on. All calls after that have the last one.
  let outcomes: [Outcome]
  let matches: @Sendable ([Any]) -> Bool

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - endpoint: The function that answers.
  ///   - outcomes: The outcomes of its calls; at least one. The last one is that of all further calls.
  ///   - result: These as text.
  ///   - arguments: The pattern of the arguments as text, and whether arguments match it; `nil` for all calls.
  package init(
    of endpoint: FeatureEndpoint,
    _ outcomes: [Outcome],
    text result: String,
    toCallsMatching arguments: (text: String, matches: @Sendable ([Any]) -> Bool)? = nil
  ) {
    precondition(!outcomes.isEmpty, "A call has an outcome.")
    self.endpoint = endpoint.id
    path = endpoint.path
    self.arguments = arguments?.text
    self.result = result
    self.outcomes = outcomes
    if let arguments { matches = arguments.matches } else { matches = { _ in true } }
  }

  /// Whether the function answers what it did before there were any answers.
  var isReset: Bool {
    if case .original = outcomes[0], outcomes.count == 1, arguments == nil { true } else { false }
  }
}

extension DependencyAnswer: Equatable {
  /// Whether both were written in the same way.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.endpoint == rhs.endpoint && lhs.arguments == rhs.arguments && lhs.result == rhs.result
  }
}

extension DependencyAnswer: CustomStringConvertible {
  /// The text after the name of the command.
  public var description: String { "\\.\(path) \(arguments.map { "\($0) -> " } ?? "")\(result)" }
}

/// The answers that a session's user has given.
package struct AnswerTable: Sendable, Equatable {
  /// An answer, and how many of its outcomes have been used, apart from the last one.
  package struct Rule: Sendable, Equatable {
    package let answer: DependencyAnswer
    package var used = 0
  }

  /// The answers, ordered by their functions. Of a function, those to certain calls come before the one to all calls, the
  /// latest first.
  package private(set) var rules: [Rule] = []

  /// Adds an answer. One to all calls replaces all others of the function.
  mutating func add(_ answer: DependencyAnswer) {
    rules.removeAll {
      $0.answer.endpoint == answer.endpoint
        && (answer.arguments == nil || answer.arguments == $0.answer.arguments)
    }
    guard !answer.isReset else { return }
    let place = rules.firstIndex { $0.answer.path >= answer.path } ?? rules.count
    rules.insert(Rule(answer: answer), at: place)
  }

  /// The position of the answer to a call.
  func position(of endpoint: EndpointID, _ arguments: () -> [Any]) -> Int? {
    guard rules.contains(where: { $0.answer.endpoint == endpoint }) else { return nil }
    let arguments = arguments()
    return rules.firstIndex { $0.answer.endpoint == endpoint && $0.answer.matches(arguments) }
  }

  /// The outcome of the next call that an answer is for.
  mutating func takeOutcome(at position: Int) -> DependencyAnswer.Outcome {
    let outcomes = rules[position].answer.outcomes
    defer { if rules[position].used + 1 < outcomes.count { rules[position].used += 1 } }
    return outcomes[rules[position].used]
  }
}

/// An error that a session's user has described in words: `stub \.search .failure("the network is down")`.
public struct AnsweredFailure: Error, Hashable, CustomStringConvertible {
  /// The words.
  public let description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}
