import Core

/// Follows the commands of a script one by one, those of macros, blocks and sourced scripts too: a debugger for scripts.
///
/// It may take any time to return. Meanwhile, the session can be driven, because no turn is under way.
package protocol CommandMonitor: AnyObject {
  /// A command is about to run; its callers are in the debugger's call stack.
  ///
  /// - Returns: Whether it runs. If not, the script ends.
  func willRun(_ command: any RunningCommand) -> Bool

  /// A command has run, or failed.
  ///
  /// - Returns: Whether the script goes on.
  func didRun(_ command: any RunningCommand) -> Bool
}
