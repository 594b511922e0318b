/// Encodes arbitrary bytes as one line of text.
enum HistoryEncoding {
  private static let escape = UInt8.backslash
  private static let codes: [UInt8: UInt8] = [
    escape: escape, .newline: UInt8(ascii: "n"), .carriageReturn: UInt8(ascii: "r"),
    0: UInt8(ascii: "0"),
  ]

  /// Encodes `bytes` without line feed, carriage return or NUL: these and the backslash are escaped.
  ///
  /// - Complexity: O(*n*)
  static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.flatMap { byte in codes[byte].map { [escape, $0] } ?? [byte] }
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
      result += codes.first { $0.value == byte }.map { [$0.key] } ?? [escape, byte]
    }
    return isEscaped ? result + [escape] : result
  }
}
