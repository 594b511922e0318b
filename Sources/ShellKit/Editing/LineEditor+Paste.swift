import CLibedit

extension LineEditor {
  static let startMarkingPastes = "\u{1B}[?2004h"
  static let stopMarkingPastes = "\u{1B}[?2004l"
  private static let endOfPaste = Array("\u{1B}[201~".utf8)
  /// More at once would delay a signal, less would make a system call of each byte.
  private static let chunk = 4096

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Inserts the pasted text up to its next line break, literally, and then runs the line; the next line begins
  /// with what follows the break.
  func insertPaste() -> UInt8 {
    isPasteAnnounced = false
    let (text, isWholeLine) = pastedLine()
    libedit?.insert(text)
    if isWholeLine, ending == nil {
      isPasteAnnounced = true
      queue = [wchar_t(Self.carriageReturn), wchar_t(SpecialKey.paste.rawValue)]
    }
    return UInt8(CC_REFRESH)
  }

  /// Hands libedit the paste as if typed, without what would be a key: it is in a mode of its own, such as a
  /// search, that takes text but runs no commands.
  func typePaste() {
    isPasteAnnounced = false
    var isWholeLine = true
    while isWholeLine, ending == nil {
      let text: String
      (text, isWholeLine) = pastedLine()
      let characters = Libedit.wide(text + (isWholeLine ? " " : ""))
      queue += characters.filter { $0 >= 0x20 && !(0x7F..<0xA0).contains($0) }
    }
  }

  /// Takes the pasted text up to its next line break, or to its end.
  private func pastedLine() -> (text: String, isWhole: Bool) {
    var bytes: [UInt8] = []
    while let byte = nextPastedByte() {
      let followsReturn = pasteLineEndedWithReturn
      pasteLineEndedWithReturn = false
      switch byte {
      case Self.lineFeed where followsReturn && bytes.isEmpty:
        continue
      case Self.lineFeed, Self.carriageReturn:
        pasteLineEndedWithReturn = byte == Self.carriageReturn
        return (String(decoding: bytes, as: UTF8.self), true)
      default:
        bytes.append(byte)
      }
      if byte == Self.endOfPaste.last, bytes.suffix(Self.endOfPaste.count) == Self.endOfPaste[...] {
        bytes.removeLast(Self.endOfPaste.count)
        break
      }
    }
    return (String(decoding: bytes, as: UTF8.self), false)
  }

  private func nextPastedByte() -> UInt8? {
    while ending == nil {
      switch nextEvent(chunk: Self.chunk) {
      case .byte(let byte): return byte
      case .end: ending = .endOfInput
      case .signal, .woken, .timeout, nil: continue
      }
    }
    return nil
  }
}
