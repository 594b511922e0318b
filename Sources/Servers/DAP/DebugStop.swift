/// Why the script has stopped.
struct DebugStop {
  /// One of the reasons of the protocol.
  var reason: String
  /// The reason for people, where it says more.
  var description: String?
  /// The error.
  var text: String?
  /// The breakpoints that were reached.
  var breakpoints: [Int] = []
}
