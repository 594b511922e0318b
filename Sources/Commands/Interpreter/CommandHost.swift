import Core

/// What the front end of an interpreter offers and expects; an object, because reading a part of a value copies its weak
/// references.
package final class FrontEnd {
  /// Its services; `nil` without a terminal.
  package var host: (any CommandHost)? {
    get { isAttended ? knownHost : nil }
    set { (knownHost, isAttended) = (newValue, true) }
  }
  /// Follows the commands of a script; `nil` without a debugger for scripts.
  package var monitor: (any CommandMonitor)? {
    get { isAttended ? knownMonitor : nil }
    set { (knownMonitor, isAttended) = (newValue, true) }
  }
  private weak var knownHost: (any CommandHost)?
  private weak var knownMonitor: (any CommandMonitor)?
  /// Whether any of the above has been set. Most scripts set none, and reading a weak reference is slow.
  private var isAttended = false
  /// Whether commands are given one after the other in view of their results, so that a failure needs no exit code.
  @exclusivity(unchecked) package var isConversation = false
  /// Whether real time may move the clock, as it does not where a program gives the commands.
  package var playsClock = true
  /// Whether an expectation that holds is confirmed, for people who watch each command.
  package var confirmsExpectations = false
  /// Whether the output of commands can be redirected to files.
  package var allowsRedirection = true
}

/// The services of an interactive front end.
package protocol CommandHost: AnyObject {
  /// The width of the terminal in cells; `nil` without a terminal.
  var columns: Int? { get }

  /// The history of typed lines, oldest first.
  var typedLines: [String] { get }

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
