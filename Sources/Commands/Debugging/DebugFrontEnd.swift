/// What a debugger for scripts asks of its front end.
package protocol DebugFrontEnd: AnyObject {
  /// Waits until the user goes on from where the script has stopped.
  ///
  /// - Returns: `false` to end the script.
  func wait(_ stop: DebugStop) -> Bool

  /// Handles what has arrived while the script runs.
  ///
  /// - Returns: `false` to end the script.
  func poll() -> Bool

  /// Shows a text of the debugger's own.
  func log(_ text: String)
}

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
    self.reason = reason
    self.description = description
    self.text = text
  }
}
