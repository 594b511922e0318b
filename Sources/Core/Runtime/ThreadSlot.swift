#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread-local pointer, initially `nil`.
struct ThreadSlot: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "The process has no thread-specific keys left.")
    self.key = key
  }

  var pointer: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
