import Synchronization

extension DependencyValues {
  /// Generates UUIDs: random ones in a live program, consecutive ones in a session.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }

  private enum UUIDGeneratorKey: ReportingKey {
    static let liveValue = UUIDGenerator { UUID() }
    static func testValue(reportingAt site: SourceSite, in _: DependencyValues) -> UUIDGenerator {
      UUIDGenerator {
        site.reportUnimplemented("uuid", hint: ".incrementing")
        return UUID()
      }
    }
  }
}

/// Generates UUIDs: `uuid()`.
public struct UUIDGenerator: Sendable {
  private var generate: @Sendable () -> UUID

  /// Creates a generator from a function.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// A generator that always returns the same UUID.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// A generator of consecutive UUIDs: `UUID(0)`, `UUID(1)`, … Each use of this property starts from 0.
  public static var incrementing: Self {
    let counter = Counter()
    return Self { UUID(counter.next()) }
  }

  private final class Counter: Sendable {
    private let value = Atomic(0)

    func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
  }

  /// Generates the next UUID.
  public func callAsFunction() -> UUID { generate() }
}

extension UUIDGenerator: AnswerableClient {
  /// The generator itself.
  public static var answerableEndpoints: [Endpoint] { [Endpoint("", returning: UUID.self)] }

  /// Makes it look for an answer before it generates a UUID.
  public mutating func lookForAnswers(in answers: EndpointAnswers) {
    generate = { [generate] in answers.reply(of: "", to: [], as: UUID.self)?.value() ?? generate() }
  }
}

extension UUID {
  /// The UUID that ends with the given number and is otherwise zero: `UUID(1)` is
  /// `00000000-0000-0000-0000-000000000001`. That of a negative number has a 1 before the last two groups: `UUID(-1)`
  /// is `00000000-0000-0001-0000-000000000001`.
  ///
  /// - Parameter number: A number whose magnitude becomes the UUID's last 8 bytes.
  public init(_ number: Int) {
    let bytes = withUnsafeBytes(of: UInt64(number.magnitude).bigEndian) { Array($0) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, number < 0 ? 1 : 0,
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]
      )
    )
  }
}
