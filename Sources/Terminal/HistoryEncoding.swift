/// Writes any bytes as one line of text, and back.
enum HistoryEncoding {
  private static let escape = UInt8(ascii: "\\")

  /// `bytes` without line break, carriage return or NUL: those and the backslash become escapes.
  ///
  /// - Complexity: O(n).
  static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.reduce(into: []) { result, byte in
      switch byte {
      case escape: result += [escape, escape]
      case UInt8(ascii: "\n"): result += [escape, UInt8(ascii: "n")]
      case UInt8(ascii: "\r"): result += [escape, UInt8(ascii: "r")]
      case 0: result += [escape, UInt8(ascii: "0")]
      default: result.append(byte)
      }
    }
  }

  /// What `encode` was given. A backslash that begins no escape, as in a file edited by hand, is itself.
  ///
  /// - Complexity: O(n).
  static func decode(_ line: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in line {
      guard isEscaped else {
        if byte == escape { isEscaped = true } else { result.append(byte) }
        continue
      }
      isEscaped = false
      switch byte {
      case escape: result.append(escape)
      case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "0"): result.append(0)
      default: result += [escape, byte]
      }
    }
    return isEscaped ? result + [escape] : result
  }
}
