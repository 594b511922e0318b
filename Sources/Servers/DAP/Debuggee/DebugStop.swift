/// Why the script has stopped.
struct DebugStop {
  /// The reason in one word, such as `breakpoint`, `exception` or `step`.
  let reason: String
  /// The reason as text for people, if that says more.
  var description: String?
  /// The error.
  var text: String?
  /// The numbers of the breakpoints that were reached.
  var breakpoints: [Int] = []
}
