#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A place that holds another pointer in each thread, at first none.
struct ThreadSlot: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let failure = pthread_key_create(&key, nil)
    precondition(failure == 0, "The process has used up its keys for thread-specific values.")
    self.key = key
  }

  var pointer: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
