import Foundation

/// The number of rounds of a test that tries random input, or the same thing again and again.
///
/// Few by default, so that the tests end soon. `ROUNDS=10 make test` runs ten times as many; continuous integration runs
/// eight times as many.
public func rounds(_ count: Int) -> Int {
  count * (ProcessInfo.processInfo.environment["ROUNDS"].flatMap(Int.init) ?? 1)
}
