extension DependencyValues {
  /// Provides the date: the system's in a live program, the epoch plus the virtual time in a session.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }

  private enum DateGeneratorKey: ReportingKey {
    static let liveValue = DateGenerator { Date() }
    static func testValue(reportingAt site: SourceSite, in _: DependencyValues) -> DateGenerator {
      DateGenerator {
        site.reportUnimplemented("date", hint: ".constant(…)")
        return Date()
      }
    }
  }
}

/// Provides the date: `date()` or `date.now`.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator from a function.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// A generator that always returns the same date.
  public static func constant(_ date: Date) -> Self { Self { date } }

  /// The current date. Setting it makes the generator return that date from then on.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The current date.
  public func callAsFunction() -> Date { generate() }
}

extension DateGenerator: AnswerableClient {
  /// The current date.
  public static var answerableEndpoints: [Endpoint] { [Endpoint("now", returning: Date.self)] }

  /// Makes it look for an answer before it generates the date.
  public mutating func lookForAnswers(in answers: EndpointAnswers) {
    generate = { [generate] in answers.reply(of: "now", to: [], as: Date.self)?.value() ?? generate() }
  }
}
