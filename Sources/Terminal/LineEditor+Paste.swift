import CLibedit
import Glibc

extension LineEditor {
  static let startMarkingPastes = "\u{1B}[?2004h"
  static let stopMarkingPastes = "\u{1B}[?2004l"
  private static let endOfPaste = Array("\u{1B}[201~".utf8)
  /// More at once would delay signals, less would take a system call per byte.
  private static let chunk = 4096

  /// How long a paste may pause after a byte that is also the interrupt key.
  private static let interruptPatience: Duration = .milliseconds(200)

  /// Discards the rest of a multi-line paste: for a program in which the command on one of the lines was interrupted,
  /// or failed so that the rest is pointless.
  package func dropPaste() {
    pasted = []
    queue = []
    isPasteAnnounced = false
  }

  /// Inserts the pasted text up to its next line break, literally, and then runs the line; the next line begins with
  /// the text after the break.
  func insertPaste() -> UInt8 {
    if isPasteAnnounced { receivePaste() }
    guard ending == nil else { return UInt8(CC_NORM) }
    let (text, isWholeLine) = takePastedLine()
    libedit?.insert(text)
    if isWholeLine { queue = [wchar_t(UInt8.carriageReturn), wchar_t(SpecialKey.paste.rawValue)] + queue }
    return UInt8(CC_REFRESH)
  }

  /// Passes the paste to libedit as if typed, without characters that would act as keys, for modes such as a search
  /// that accept text but run no commands.
  func typePaste() {
    receivePaste()
    var isWholeLine = true
    while isWholeLine, ending == nil {
      let text: String
      (text, isWholeLine) = takePastedLine()
      let characters = Libedit.wide(text + (isWholeLine ? " " : ""))
      queue += characters.filter { $0 >= 0x20 && !(0x7F..<0xA0).contains($0) }
    }
  }

  /// Reads the whole paste before its first line runs. While a command runs, the terminal is in its usual mode, in
  /// which the driver would echo the rest, interpret some characters as keys and truncate long lines.
  private func receivePaste() {
    isPasteAnnounced = false
    var isInterrupt = false
    while ending == nil {
      switch nextEvent(timeout: isInterrupt ? Self.interruptPatience : nil, chunk: Self.chunk) {
      case .byte(let byte):
        pasted.append(byte)
        // An interrupt key that the user presses arrives alone; pasted text continues.
        isInterrupt = signalKeys[byte] == SIGINT && !source.hasInput
        if byte == Self.endOfPaste.last, pasted.suffix(Self.endOfPaste.count) == Self.endOfPaste[...] {
          pasted.removeLast(Self.endOfPaste.count)
          return
        }
      case .end: ending = .endOfInput
      case .timeout where isInterrupt: interrupt()
      case .signal, .woken, .timeout, nil: continue
      }
    }
  }

  /// Removes and returns the pasted text up to its next line break, or to its end.
  private func takePastedLine() -> (text: String, isWhole: Bool) {
    guard let end = pasted.firstIndex(where: { $0 == .newline || $0 == .carriageReturn }) else {
      defer { pasted = [] }
      return (String(decoding: pasted, as: UTF8.self), false)
    }
    let text = String(decoding: pasted[..<end], as: UTF8.self)
    let isPair = pasted[end...].starts(with: [.carriageReturn, .newline])
    pasted = pasted[(end + (isPair ? 2 : 1))...]
    return (text, true)
  }
}
