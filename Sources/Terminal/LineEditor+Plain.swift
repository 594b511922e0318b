import Core
import Glibc

/// Reading without libedit: from a file or a pipe, or from a terminal without the abilities needed for editing, where
/// the driver's line editing is preferable.
extension LineEditor {
  /// - Parameter canEdit: Whether the line can be edited after all, because the window has become larger.
  /// - Returns: `nil` if the line can be edited; the keys typed so far remain in the driver.
  func readPlainly(_ prompt: String, until canEdit: () -> Bool) throws(SystemError) -> Line? {
    let isTerminal = terminal.isInteractive
    if isTerminal {
      signals = try SignalWatch([SIGINT, SIGCONT, SIGWINCH])
      self.prompt = prompt
      emit(plainPrompt)
    }
    defer { signals = nil }
    var bytes: [UInt8] = []
    while true {
      if bytes.isEmpty, canEdit() {
        emit("\r" + codes.eraseBelow)
        return nil
      }
      switch try source.next(timeout: nextTick?(), chunk: isTerminal ? 1 : 4096) {
      case .byte(.newline):
        return .line(String(decoding: bytes, as: UTF8.self))
      case .byte(let byte):
        bytes.append(byte)
      case .end:
        guard bytes.isEmpty else { return .line(String(decoding: bytes, as: UTF8.self)) }
        if isTerminal { emit("\n") }
        return .endOfInput
      case .signal:
        if signals?.take(SIGCONT) == true { emit(plainPrompt) }
        signals?.take(SIGWINCH)
        if signals?.take(SIGINT) == true {
          emit("\n")
          return .interrupted
        }
      case .woken:
        onWake?()
      case .timeout:
        onTick?()
      }
    }
  }

  /// The prompt without escape sequences.
  var plainPrompt: String { EscapeSequence.removed(from: prompt) }
}
