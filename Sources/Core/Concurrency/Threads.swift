internal import CThreads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock that the thread that holds it may take again.
package final class RecursiveLock: @unchecked Sendable {
  // Unchecked: a mutex is made for several threads. It has a place of its own, because it must not move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() {
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
    pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }

  /// - Returns: Whether the lock was free, or already held by this thread; then it is taken.
  func `try`() -> Bool { pthread_mutex_trylock(mutex) == 0 }

  package func unlock() { pthread_mutex_unlock(mutex) }

  package func withLock<R>(_ body: () throws -> R) rethrows -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A thread-local pointer, initially `nil`.
struct ThreadSlot {
  /// Not `nil` while the registration of observers is suspended; see ``StateObservation``.
  static var suspension: ThreadSlot { ThreadSlot(number: THREAD_SLOT_SUSPENSION) }
  /// The flag that a ``BindingReducer`` sets for the innermost ``BindingCheck``.
  static var bindingCheck: ThreadSlot { ThreadSlot(number: THREAD_SLOT_BINDING_CHECK) }
  /// The pending ``BodyRequest``.
  static var bodyRequest: ThreadSlot { ThreadSlot(number: THREAD_SLOT_BODY_REQUEST) }

  private let number: Int

  private init(number: Int) { self.number = number }

  var pointer: UnsafeMutableRawPointer? {
    get { thread_slot_get(Int32(number)) }
    nonmutating set { thread_slot_set(Int32(number), newValue) }
  }
}
