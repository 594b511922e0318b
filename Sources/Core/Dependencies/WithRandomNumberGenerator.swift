import Foundation

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
public final class WithRandomNumberGenerator: @unchecked Sendable {
  // Unchecked: the generator is used under the lock only. The lock is recursive so that a nested call, which would wait
  // for itself for ever, is recognised.
  private let lock = NSRecursiveLock()
  private var generator: any RandomNumberGenerator & Sendable
  private var isLent = false

  /// Creates a lender of the given generator.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = generator
  }

  /// Calls `work` with the generator. Calls from other threads wait for each other.
  ///
  /// - Parameter work: Uses the generator.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  /// - Precondition: `work` does not call this method again: hand it the generator that is lent already.
  public func callAsFunction<R>(
    _ work: (inout any RandomNumberGenerator & Sendable) throws -> R
  ) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    precondition(
      !isLent,
      "\"withRandomNumberGenerator\" was called inside itself; use the generator it lends."
    )
    isLent = true
    defer { isLent = false }
    return try work(&generator)
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
