/// A dependency whose functions the user of a `Session` can answer, which ``DependencyClient()`` makes of a struct.
///
/// Conform other types of dependencies by hand:
///
/// ```swift
/// extension Thermometer: AnswerableClient {
///   static var answerableEndpoints: [Endpoint] { [Endpoint("celsius", returning: Double.self)] }
///
///   mutating func lookForAnswers(in answers: EndpointAnswers) {
///     celsius = { [celsius] in
///       answers.reply(of: "celsius", to: [], as: Double.self)?.value() ?? celsius()
///     }
///   }
/// }
/// ```
public protocol AnswerableClient {
  /// The functions that can be answered.
  static var answerableEndpoints: [Endpoint] { get }

  /// Makes each of these functions look for an answer before it does what it did so far. A session calls this whenever
  /// the dependency is read.
  mutating func lookForAnswers(in answers: EndpointAnswers)
}

/// A function of a dependency, as its callers see it. A dependency that is a value has one without a name.
public struct Endpoint: @unchecked Sendable {
  // Unchecked: metatypes are not known to be Sendable.

  /// Its name; empty if the dependency itself is meant.
  public let name: String
  /// Its parameters.
  public let parameters: [Parameter]
  /// The type of its result.
  public let result: Any.Type
  /// The type of the errors that it throws; `nil` if it throws none.
  public let failure: Any.Type?
  /// Whether its callers await it.
  public let isAsync: Bool

  /// A parameter: its label, if it has one, and the type of its arguments.
  public typealias Parameter = (label: String?, type: Any.Type)

  /// Describes a function.
  public init(
    _ name: String,
    _ parameters: [Parameter] = [],
    returning result: Any.Type,
    throwing failure: Any.Type? = nil,
    isAsync: Bool = false
  ) {
    self.name = name
    self.parameters = parameters
    self.result = result
    self.failure = failure
    self.isAsync = isAsync
  }
}

/// The answers to the calls of one dependency, in a session.
public struct EndpointAnswers: Sendable {
  let world: World
  let key: ObjectIdentifier
  /// Called by each call without an answer.
  let use: (@Sendable () -> Void)?

  /// The answer to a call.
  ///
  /// - Parameters:
  ///   - endpoint: The name of the function.
  ///   - arguments: The arguments, which are read only if there is an answer. In place of a function, pass `()`.
  ///   - type: The type of the result.
  /// - Returns: `nil` if the function is to do what it did.
  public func reply<Value>(
    of endpoint: String,
    to arguments: @autoclosure () -> [Any],
    as _: Value.Type
  ) -> EndpointReply<Value>? {
    guard let outcome = world.outcome(ofCalling: EndpointID(key: key, name: endpoint), arguments()) else {
      use?()
      return nil
    }
    let later: StreamedAnswer
    switch outcome {
    case .never: later = StreamedAnswer([(.zero, .never)], timedBy: world.clock)
    case .stream(let elements): later = StreamedAnswer(elements, timedBy: world.clock)
    case .value, .failure, .original: return EndpointReply(outcome: outcome, later: nil)
    }
    if case .stream = outcome, let type = Value.self as? any AnswerableStream.Type {
      return EndpointReply(outcome: .value(type.answering(later)), later: nil)
    }
    return EndpointReply(outcome: outcome, later: later)
  }
}

/// The answer to a call of a dependency's function.
public struct EndpointReply<Value>: Sendable {
  let outcome: DependencyAnswer.Outcome
  /// What a function has to wait for, if anything.
  let later: StreamedAnswer?

  /// The result; `nil` if there is none.
  public func value() -> Value? {
    if case .value(let value) = outcome { value as? Value } else { nil }
  }

  /// The result of a function that throws; `nil` if there is none.
  ///
  /// - Throws: The answer, if it is an error.
  public func value<E: Error>(throwing _: E.Type) throws(E) -> Value? {
    if case .failure(let error) = outcome, let error = error as? E { throw error }
    return value()
  }

  /// The result of a function that is awaited; `nil` if it never came, and the task was cancelled.
  public nonisolated(nonsending) func awaited() async -> Value? {
    guard let later else { return value() }
    return try? await later.next()
  }

  /// The result of a function that is awaited and throws; `nil` if it never came, and the task was cancelled.
  ///
  /// - Throws: The answer, if it is an error. For an answer that never comes, a `CancellationError`, if that can be thrown.
  public nonisolated(nonsending) func awaited<E: Error>(throwing type: E.Type) async throws(E) -> Value? {
    guard let later else { return try value(throwing: type) }
    do throws(any Error) {
      if let value: Value = try await later.next() { return value }
    } catch {
      if let error = error as? E { throw error }
    }
    if let error = CancellationError() as? E { throw error }
    return nil
  }
}

extension Task<Never, Never> {
  /// Waits under the session's control.
  nonisolated(nonsending) static func waitUntilCancelled() async {
    let effect = RunningEffect.current
    effect?.didFallAsleep()
    do { try await never() } catch { effect?.didWakeUp() }
  }
}

extension TypeTrait {
  static let answerable = TypeTrait((any AnswerableClient.Type).self)
}

extension Shape {
  /// Whether its functions can be stubbed. An optional has none; looking up its conformance would slow down
  /// every start.
  var isAnswerable: Bool { typeKind != .optional && has(.answerable) }

  /// The type, if its functions can be answered.
  var answerable: (any AnswerableClient.Type)? {
    isAnswerable ? type as? any AnswerableClient.Type : nil
  }
}

extension World {
  /// A dependency as a feature reads it: its functions look for answers, or it is itself the answer.
  ///
  /// - Parameters:
  ///   - isAnswerable: Whether its functions look for answers.
  ///   - use: Called by each call of a function that finds no answer.
  func answered<Key: TestDependencyKey>(
    _ value: Key.Value,
    for _: Key.Type,
    _ isAnswerable: Bool,
    otherwise use: (@Sendable () -> Void)?
  ) -> Key.Value {
    let answers = EndpointAnswers(world: self, key: ObjectIdentifier(Key.self), use: use)
    guard isAnswerable else { return answers.reply(of: "", to: [], as: Key.Value.self)?.value() ?? value }
    // A part of it is about to be set. The rest would look for answers twice.
    guard Resolution.current.isUse else { return value }
    func asking<Client: AnswerableClient>(_: Client.Type) -> Any? {
      var client = value as? Client
      client?.lookForAnswers(in: answers)
      return client
    }
    return Shape.of(Key.Value.self).answerable.flatMap { asking($0) as? Key.Value } ?? value
  }
}
