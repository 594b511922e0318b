/// Whether reading a state's fields registers observers.
///
/// Reducers read a lot and observe nothing. The engine suspends registration while they run, so that a read costs a
/// few instructions, and unobserved state allocates nothing for observers.
public enum StateObservation {
  /// Runs a closure in which reading state registers no observers. Writes still notify observers.
  @inlinable
  public static func suspended<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = _isSuspended
    _setSuspended(true)
    defer { _setSuspended(before) }
    return try body()
  }

  /// Whether the current thread is inside ``suspended(_:)``.
  public static var _isSuspended: Bool { slot.pointer != nil }

  /// Sets whether reading observable fields registers observers on this thread. For generated code.
  public static func _setSuspended(_ isSuspended: Bool) {
    // Any address but `nil` will do.
    slot.pointer = isSuspended ? UnsafeMutableRawPointer(bitPattern: 1) : nil
  }

  private static let slot = ThreadSlot()
}
