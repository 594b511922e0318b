import Core
import Glibc

/// Reading without libedit: from a file or a pipe, or from a terminal without the abilities needed for editing, where
/// the driver's line editing is preferable.
extension LineEditor {
  func readPlainly(_ prompt: String) throws(SystemError) -> Line {
    let isTerminal = terminal.isInteractive
    if isTerminal {
      signals = try SignalWatch([SIGINT, SIGCONT])
      signals?.take(SIGINT)
      plainPrompt = EscapeSequence.removed(from: prompt)
      write(plainPrompt)
    }
    defer { signals = nil }
    var bytes: [UInt8] = []
    while true {
      switch try source.next(timeout: millisecondsToTick, chunk: isTerminal ? 1 : 4096) {
      case .byte(UInt8(ascii: "\n")):
        return .line(String(decoding: bytes, as: UTF8.self))
      case .byte(let byte):
        bytes.append(byte)
      case .end:
        guard bytes.isEmpty else { return .line(String(decoding: bytes, as: UTF8.self)) }
        if isTerminal { write("\n") }
        return .endOfInput
      case .signal:
        if signals?.take(SIGCONT) == true { write(plainPrompt) }
        if signals?.take(SIGINT) == true {
          write("\n")
          return .interrupted
        }
      case .woken:
        onWake?()
      case .timeout:
        onTick?()
      }
    }
  }

  /// Prints above the line as well as possible without moving the cursor.
  func printPlainly(_ text: String) {
    if signals == nil { write(text) } else { write("\n" + text + plainPrompt) }
  }

  func leavePlainLine() { write("\n") }

  func showPlainPrompt() { write(plainPrompt) }

  private func write(_ text: String) {
    Array(text.utf8).withUnsafeBytes {
      // A disconnected terminal also ends the input.
      _ = Descriptor.write($0, to: terminal.output, subject: "the terminal")
    }
  }
}
