/// Encodes arbitrary bytes as one line of text.
enum HistoryEncoding {
  private static let escape = UInt8(ascii: "\\")

  /// Encodes `bytes` without line feed, carriage return or NUL: these and the backslash are escaped.
  ///
  /// - Complexity: O(*n*)
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

  /// The inverse of `encode`. A backslash that starts no escape sequence, as in a file edited by hand, is literal.
  ///
  /// - Complexity: O(*n*)
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
