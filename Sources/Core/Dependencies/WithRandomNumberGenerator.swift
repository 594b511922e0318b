import Synchronization

extension DependencyValues {
  /// Lends a random number generator: the system's in the running program, a seeded one in a session.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  /// let die = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }

  private enum WithRandomNumberGeneratorKey: DependencyKey {
    static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    static let testValue = WithRandomNumberGenerator(UnimplementedRandomNumberGenerator())
  }
}

/// Lends a random number generator to one caller at a time.
public final class WithRandomNumberGenerator: Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  /// Creates a lender of the given generator.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Mutex(generator)
  }

  /// Calls `work` with the generator.
  ///
  /// Must not be nested: the generator is lent to one caller at a time.
  public func callAsFunction<R>(_ work: (inout any RandomNumberGenerator & Sendable) -> R) -> R {
    generator.withLock { generator in
      // Lent outright, so that the result need not be Sendable to leave the lock.
      nonisolated(unsafe) var result: R?
      result = work(&generator)
      return UncheckedSendable(result.unsafelyUnwrapped)
    }.value
  }
}

private struct UnimplementedRandomNumberGenerator: RandomNumberGenerator, Sendable {
  private var system = SystemRandomNumberGenerator()

  mutating func next() -> UInt64 {
    reportUnimplemented(
      "withRandomNumberGenerator",
      remedy: "$0.withRandomNumberGenerator = WithRandomNumberGenerator(…)"
    )
    return system.next()
  }
}
