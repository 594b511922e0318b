import Foundation

extension DependencyValues {
  /// Tells the date: the system's in the running program, the epoch plus the virtual time in a session.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }

  private enum DateGeneratorKey: DependencyKey {
    static let liveValue = DateGenerator { Date() }
    static let testValue = DateGenerator {
      reportUnimplemented("date", hint: "$0.date = .constant(…)")
      return Date()
    }
  }
}

/// Tells the date: `date()` or `date.now`.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator from a function.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// A generator that always tells the same date.
  public static func constant(_ date: Date) -> Self { Self { date } }

  /// The date now. Setting it makes the generator tell that date from here on.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The date now.
  public func callAsFunction() -> Date { generate() }
}
