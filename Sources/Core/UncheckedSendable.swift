/// Carries a value to where the compiler cannot see that it is used by one thread at a time.
///
/// Each use says why that is so.
struct UncheckedSendable<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
