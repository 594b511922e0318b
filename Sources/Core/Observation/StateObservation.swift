/// Whether reading a state's fields registers observers.
///
/// Reducers read a lot and observe nothing. While they run, the engine suspends registration, so that a read costs a
/// few instructions and a state that no one looks at allocates nothing for observers.
public enum StateObservation {
  /// Runs a closure in which reads of state register no one. Writes tell observers all the same.
  @inlinable
  public static func suspended<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = _isSuspended
    _setSuspended(true)
    defer { _setSuspended(before) }
    return try body()
  }

  /// Whether the current thread runs inside ``suspended(_:)``.
  public static var _isSuspended: Bool { slot.pointer != nil }

  /// Says whether reads of observable fields go unnoticed on this thread. For what the macros generate.
  public static func _setSuspended(_ isSuspended: Bool) {
    // Any address that is not nil will do.
    slot.pointer = isSuspended ? UnsafeMutableRawPointer(bitPattern: 1) : nil
  }

  private static let slot = ThreadSlot()
}
