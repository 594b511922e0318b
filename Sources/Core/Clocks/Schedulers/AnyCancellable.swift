import Synchronization

/// A handle for ongoing work. Cancelling or releasing it ends the work.
public final class AnyCancellable: Sendable {
  private let onCancel: Mutex<(@Sendable () -> Void)?>

  /// Creates a handle.
  ///
  /// - Parameter cancel: Ends the work. Called at most once.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    onCancel = Mutex(cancel)
  }

  deinit { cancel() }

  /// Ends the work. Cancelling again has no effect.
  public func cancel() {
    let cancel = onCancel.withLock { $0.take() }
    cancel?()
  }

  /// Lets the work continue after this handle is released.
  func detach() {
    onCancel.withLock { $0 = nil }
  }

  /// Stores the handle in a set, which keeps the work alive while the set exists.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }
}

extension AnyCancellable: Hashable {
  /// Whether both are the same handle.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

  /// Adds the handle's identity to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
