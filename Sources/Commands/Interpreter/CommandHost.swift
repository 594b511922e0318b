import Core

/// The services of an interactive front end.
package protocol CommandHost: AnyObject {
  /// The width of the terminal in cells; `nil` without a terminal.
  var columns: Int? { get }

  /// The history of typed lines, oldest first.
  var typedLines: [String] { get }

  /// Deletes a typed line.
  ///
  /// - Throws: An error if the history file cannot be written.
  func forgetTypedLine(at index: Int) throws(CommandFailure)

  /// Deletes all typed lines.
  ///
  /// - Throws: An error if the history file cannot be written.
  func forgetTypedLines() throws(CommandFailure)

  /// Runs `body` and pages its output if it does not fit on the screen.
  ///
  /// - Parameter command: The pager, in shell syntax.
  func page(through command: String, _ body: () throws -> Void) rethrows

  /// Runs a program in the terminal, with a text as its standard input.
  ///
  /// - Parameter command: The program, in shell syntax.
  /// - Throws: An error if it cannot be started or was killed.
  func pipe(_ text: String, through command: String) throws(CommandFailure)
}
