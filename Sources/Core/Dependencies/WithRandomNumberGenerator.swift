extension DependencyValues {
  /// Provides a random number generator: the system's in a live program, a seeded one in a session.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  /// let die = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }

  private enum WithRandomNumberGeneratorKey: ReportingKey {
    static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    static func testValue(reportingAt site: SourceSite, in _: DependencyValues) -> WithRandomNumberGenerator {
      WithRandomNumberGenerator(UnimplementedRandomNumberGenerator(site: site))
    }
  }
}

/// Provides a random number generator to one caller at a time.
public final class WithRandomNumberGenerator: @unchecked Sendable {
  // Unchecked: the generator is used only under the lock. The lock is recursive so that a nested call is detected
  // instead of deadlocking.
  private let lock = RecursiveLock()
  private var generator: any RandomNumberGenerator & Sendable
  private var isLent = false

  /// Provides the given generator.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = generator
  }

  /// Calls `work` with the generator. Calls from other threads wait.
  ///
  /// If `work` calls this method again, an issue is reported, and the nested call receives a copy of the generator as
  /// it was before, so it repeats its numbers. Pass the generator on instead.
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
      SourceSite(fileID, filePath, line, column).reportIssue(
        "\"withRandomNumberGenerator\" was called within itself; use the generator passed to the closure."
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
  let site: SourceSite
  var system = SystemRandomNumberGenerator()

  mutating func next() -> UInt64 {
    site.reportUnimplemented("withRandomNumberGenerator", hint: "WithRandomNumberGenerator(…)")
    return system.next()
  }
}
