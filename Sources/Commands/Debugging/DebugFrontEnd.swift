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
