import Core

/// What a front end at which a person types can do for a command.
package protocol CommandHost: AnyObject {
  /// How many cells a row of the terminal has; `nil` if there is none.
  var columns: Int? { get }

  /// The lines that were typed, oldest first.
  var typedLines: [String] { get }

  /// Forgets one of the lines that were typed, or all.
  ///
  /// - Parameter index: Which one; `nil` for all.
  /// - Throws: That the file in which they are kept cannot be written.
  func forgetTypedLine(at index: Int?) throws(CommandFailure)

  /// Does what prints much, and shows it a page at a time if it is more than the screen can hold.
  ///
  /// - Parameter command: A program for that, as a shell reads it.
  func page(through command: String, _ body: () throws -> Void) rethrows
}
