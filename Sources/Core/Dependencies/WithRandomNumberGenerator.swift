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
  /// If `work` calls this method again, an issue says so, and the nested call is lent a copy of the generator as it was
  /// before: its numbers are drawn again. Hand it the generator that is lent already.
  ///
  /// - Parameter work: Uses the generator.
  /// - Returns: What `work` returns.
  /// - Throws: What `work` throws.
  public func callAsFunction<R>(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ work: (inout any RandomNumberGenerator & Sendable) throws -> R
  ) rethrows -> R {
    lock.lock()
    defer { lock.unlock() }
    var lent = generator
    if isLent {
      reportIssue(
        "\"withRandomNumberGenerator\" was called inside itself; use the generator it lends.",
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
      return try work(&lent)
    }
    isLent = true
    defer {
      generator = lent
      isLent = false
    }
    return try work(&lent)
  }
}

private struct UnimplementedRandomNumberGenerator: RandomNumberGenerator, Sendable {
  private var system = SystemRandomNumberGenerator()

  mutating func next() -> UInt64 {
    reportUnimplemented(
      "withRandomNumberGenerator",
      hint: "$0.withRandomNumberGenerator = WithRandomNumberGenerator(…)"
    )
    return system.next()
  }
}
