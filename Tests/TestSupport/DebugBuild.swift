/// Whether the tests are built without optimization: assertions are checked, and a failed precondition prints its message.
///
/// With the address sanitizer, they are built as the release is.
public let isDebugBuild: Bool = {
  var isDebug = false
  assert(
    {
      isDebug = true
      return true
    }()
  )
  return isDebug
}()
