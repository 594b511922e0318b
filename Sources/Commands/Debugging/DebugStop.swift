/// Why the script has stopped.
package struct DebugStop {
  /// The reason in one word, such as `breakpoint`, `exception` or `step`.
  package let reason: String
  /// The reason for people, where it says more.
  package let description: String?
  /// The error.
  package let text: String?
  /// The numbers of the breakpoints that were reached.
  package internal(set) var breakpoints: [Int] = []

  package init(reason: String, description: String? = nil, text: String? = nil) {
    (self.reason, self.description, self.text) = (reason, description, text)
  }
}
