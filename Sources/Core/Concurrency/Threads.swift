internal import CTodoShellThreads

import TodoShellSystem

/// The current thread.
var currentThread: UInt { thread_self() }

/// A lock that the thread holding it may take again. A ``GuardedThread`` releases it when it traps.
package final class RecursiveLock: @unchecked Sendable {
  // Unchecked: a mutex is made for several threads. It has a place of its own, because it must not move.
  private let mutex = UnsafeMutablePointer<guarded_lock>.allocate(capacity: 1)

  package init() { guarded_lock_init(mutex) }

  deinit {
    pthread_mutex_destroy(&mutex.pointee.mutex)
    mutex.deallocate()
  }

  package func lock() { guarded_lock_take(mutex) }

  /// - Returns: Whether the lock was free, or already held by this thread; then it is taken.
  func `try`() -> Bool { guarded_lock_try(mutex) != 0 }

  package func unlock() { guarded_lock_release(mutex) }

  /// How often a thread has trapped while it held the lock, and so left its work half done.
  var abandonments: UInt32 { mutex.pointee.abandonments }

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

  var pointer: UnsafeMutableRawPointer? {
    get { thread_slot_get(Int32(number)) }
    nonmutating set { thread_slot_set(Int32(number), newValue) }
  }

  /// Runs a closure while the slot has the address of a value.
  func whilePointing<Value, R>(to value: inout Value, _ run: () -> R) -> R {
    withUnsafeMutablePointer(to: &value) { address in
      let outer = pointer
      pointer = UnsafeMutableRawPointer(address)
      defer { pointer = outer }
      return run()
    }
  }
}
