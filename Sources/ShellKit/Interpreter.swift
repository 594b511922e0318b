import Core
import Foundation

/// A session that is driven by the command language, without a terminal.
///
/// ```swift
/// let interpreter = Interpreter(application)
/// interpreter.observe { event in … }
/// let result = interpreter.execute("toggle 0")
/// let completions = interpreter.complete("tog", at: 3)
/// ```
///
/// What happens is told to observers as it happens, and what a line came to is returned: the front ends print, draw or
/// send it. Not thread-safe, but for ``interrupt()``.
package final class Interpreter<State, Action> {
  private let shell: Shell<State, Action>
  private let interruption = LockIsolated(false)
  private var lineNumber = 1
  private var received: [any Event] = []

  /// Creates an interpreter with a session of its own.
  ///
  /// - Parameters:
  ///   - application: The feature and what can be said in its shell.
  ///   - seed: Decides the random numbers that the feature is given.
  ///   - epoch: The date at the start; by default the beginning of the year 2001, UTC.
  package init(
    _ application: ShellApplication<State, Action>,
    seed: UInt64 = 0,
    epoch: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) {
    var origin = SessionOrigin()
    (origin.seed, origin.epoch) = (seed, epoch)
    let console = Console.silent()
    shell = Shell(application: application, origin: origin, console: console, settings: ShellSettings())
    shell.isInterrupted = { [interruption] in
      interruption.withValue { isRequested in
        defer { isRequested = false }
        return isRequested
      }
    }
    console.takeErrors = { [unowned shell] in shell.events.emit($0) }
    observe { [unowned self] in received.append($0) }
  }

  /// The session as the last line left it.
  package var session: Session<State, Action> { shell.session }

  /// The exit code that a line asked for with `quit`; `nil` while none did.
  package var exitStatus: Int32? { shell.exitStatus }

  /// Adds an observer, which is told of each event as it happens.
  package func observe(_ take: @escaping (any Event) -> Void) { shell.events.observe(take) }

  /// Runs a line, or several lines that belong together, as a block does.
  ///
  /// - Complexity: That of the commands.
  package func execute(_ text: String) -> CommandResult {
    received = []
    let first = session.moments.count
    let source = ScriptSource(text.utf8, name: "line \(lineNumber)", firstLine: 1)
    lineNumber += 1
    interruption.setValue(false)
    var isComplete = false
    do throws(SystemError) {
      isComplete = try shell.execute(source, pausing: true) == .completed
    } catch {
      shell.console.report(error.description)
    }
    return CommandResult(events: received, moments: first..<session.moments.count, isComplete: isComplete)
  }

  /// What may replace the word that ends at an offset, in characters from the start of the line.
  package func complete(_ line: String, at offset: Int) -> [Completion] {
    shell.completionFinder().completions(of: line.prefix(offset), in: session.state)
  }

  /// Ends the line that is running, as soon as it can be ended. Safe to call from any thread.
  package func interrupt() { interruption.setValue(true) }
}

/// What a line came to.
package struct CommandResult {
  /// All that happened, in order.
  package let events: [any Event]
  /// The moments that it made.
  package let moments: Range<Int>
  /// Whether all of it ran: nothing failed, no breakpoint was reached, and it was not interrupted.
  package let isComplete: Bool

  /// What its commands answered.
  package var answers: [any Answer] { events.compactMap { ($0 as? Answered)?.answer } }

  /// What was wrong, warnings included.
  package var diagnostics: [Diagnosed] { events.compactMap { $0 as? Diagnosed } }
}
