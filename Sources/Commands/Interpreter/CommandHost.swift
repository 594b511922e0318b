import Core

/// What a front end at which a person types can do for a command.
package protocol CommandHost: AnyObject {
  /// How many cells a row of the terminal has; `nil` if there is none.
  var columns: Int? { get }

  /// The lines that were typed, oldest first.
  var typedLines: [String] { get }

  /// Forgets one of the lines that were typed.
  ///
  /// - Throws: That the file in which they are kept cannot be written.
  func forgetTypedLine(at index: Int) throws(CommandFailure)

  /// Forgets all of the lines that were typed.
  ///
  /// - Throws: That the file in which they are kept cannot be written.
  func forgetTypedLines() throws(CommandFailure)

  /// Runs `body` and pages its output if it does not fit on the screen.
  ///
  /// - Parameter command: A program for that, as a shell reads it.
  func page(through command: String, _ body: () throws -> Void) rethrows
}
