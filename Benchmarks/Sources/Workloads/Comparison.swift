import CMeasuring
import Core

/// Pieces of work that are measured together: each round measures all of them once, one after the other, so that what
/// disturbs the machine disturbs all alike.
public struct Comparison: Sendable {
  /// Its name, of letters, digits and hyphens: it becomes part of a file's name.
  public let name: String
  /// How often each is measured.
  public let rounds: Int
  /// What is measured.
  public let contestants: [Contestant]

  init(_ name: String, rounds: Int = 30, _ contestants: [Contestant]) {
    self.name = name
    self.rounds = rounds
    self.contestants = contestants
  }
}

/// One of the pieces of work of a ``Comparison``.
public struct Contestant: Sendable {
  /// Its name, of letters, digits and hyphens.
  public let name: String
  /// Does the work once and gives its cost: picoseconds or bytes, an operation.
  public let measure: @Sendable () throws -> Int

  /// A work that is measured in time: this thread's on the processor, so that other programs' count as little as
  /// possible. It runs as a reducer does: reads of state register no observers.
  ///
  /// - Parameters:
  ///   - operations: How many operations the work is made of.
  ///   - prepare: Gives the work. What it captures is freed outside of the measured time.
  static func time(
    _ name: String,
    operations: Int,
    _ prepare: @escaping @Sendable () throws -> () throws -> Void
  ) -> Contestant {
    Contestant(name: name) {
      let work = try prepare()
      let start = processorTime()
      try StateObservation.suspended { try work() }
      let time = processorTime() - start
      return withExtendedLifetime(work) { time * 1_000 / operations }
    }
  }

  /// A work that is measured in the bytes it leaves allocated.
  ///
  /// - Parameters:
  ///   - operations: How many operations the work is made of.
  ///   - prepare: Gives the work; what it captures keeps what is to be counted.
  static func memory(
    _ name: String,
    operations: Int,
    _ prepare: @escaping @Sendable () throws -> () throws -> Void
  ) -> Contestant {
    Contestant(name: name) {
      let work = try prepare()
      let start = allocatedBytes()
      try work()
      let bytes = allocatedBytes() - start
      return withExtendedLifetime(work) { bytes / operations }
    }
  }
}

/// Makes the optimiser believe that somebody wants a value.
func use<T>(_ value: T) {
  withUnsafePointer(to: value) { look_at($0) }
}
