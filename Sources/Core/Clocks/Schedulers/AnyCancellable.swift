import Synchronization

/// Something that goes on until it is cancelled. Releasing it cancels it.
public final class AnyCancellable: Sendable {
  private let onCancel: Mutex<(@Sendable () -> Void)?>

  /// Creates a handle of something.
  ///
  /// - Parameter cancel: Ends it. Called once.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    onCancel = Mutex(cancel)
  }

  deinit { cancel() }

  /// Ends what goes on. Cancelling again changes nothing.
  public func cancel() {
    let cancel = onCancel.withLock { onCancel in
      defer { onCancel = nil }
      return onCancel
    }
    cancel?()
  }

  /// Lets it go on after this handle is released.
  func detach() {
    onCancel.withLock { $0 = nil }
  }

  /// Keeps the handle in a set, for as long as that exists.
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
