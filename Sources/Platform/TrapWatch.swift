import CTodoShellPlatform
import TodoShellSystem

/// Handles traps of the feature in a command: an index out of range, a failed precondition, endless recursion.
///
/// The program cannot continue. A signal handler removes the command from the file in which the session is recorded,
/// and names it on standard error or, in a conversation, starts the program again.
package enum TrapWatch {
  /// The start of the line that names the command in the file.
  package static let comment = TRAP_COMMENT
  private static let variable = "TODOSHELL_TRAPPED"

  /// Starts watching for traps. Must be called from the main thread, before any command runs.
  package static func watch() { trap_watch() }

  /// Notes that a command begins. It must be followed by ``end()``.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the command's file.
  ///   - range: The range of the command in it.
  ///   - file: The name of the file.
  ///   - line: The number of the line.
  ///   - journal: The descriptor of the file in which the session is recorded, or -1.
  package static func begin(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    of file: String,
    line: Int,
    journal: Int32
  ) {
    var file = file
    file.withUTF8 { name in
      bytes.withUnsafeBytes { bytes in
        let text = UnsafeRawBufferPointer(rebasing: bytes[range])
        trap_begin(text.baseAddress, text.count, name.baseAddress, name.count, line, journal)
      }
    }
  }

  /// Notes that the command has ended.
  package static func end() { trap_end() }

  /// Notes that the running command is in the file of its session, at an offset.
  package static func noteStart(_ start: off_t, in journal: Int32) { trap_set_start(journal, start) }

  /// Forgets a file that is about to be closed.
  package static func forget(journal: Int32) { trap_forget(journal) }

  /// From now on, starts the program again after a trap.
  package static func restart() { trap_restart(CommandLine.unsafeArgv, variable) }

  /// The trap after which this process was started again; `nil` if it was not.
  ///
  /// - Returns: The file of the session, if it is in one, and the command, which is empty if none was running.
  package static func last() -> (session: String?, command: String)? {
    guard let value = getenv(variable).map({ String(path: $0) }) else { return nil }
    // Programs that this process starts must not inherit it.
    unsetenv(variable)
    // The name of a file may contain a line break, but the command does not.
    let lineBreak = value.unicodeScalars.lastIndex(of: "\n") ?? value.startIndex
    let session = String(value[..<lineBreak])
    return (session.isEmpty ? nil : session, String(value[lineBreak...].dropFirst()))
  }
}
