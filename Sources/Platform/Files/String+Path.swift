import TodoShellSystem

/// Represents paths as text that converts back to the same bytes.
///
/// To the system, a path consists of any bytes but NUL, while text contains only UTF-8. Each byte of a path that is
/// not part of a UTF-8 character is therefore represented by a private-use character, U+10FF00 plus the byte. A path
/// that really contains such a character is also represented byte by byte, so that no two paths have the same text.
extension String {
  /// The text of a path from the system.
  package init(path: UnsafePointer<CChar>) {
    self.init(
      pathBytes: UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(truncatingIfNeeded: $0) }
    )
  }

  /// The text of a path with these bytes.
  package init(pathBytes bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self), !text.hasStrayBytes {
      self = text
      return
    }
    self = ""
    var rest = bytes[...]
    while let first = rest.first {
      // The shortest valid sequence is one character; none is longer than four bytes.
      let character = (1...4).lazy.filter { $0 <= rest.count }
        .compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
      if let character, !character.hasStrayBytes {
        self += character
        rest = rest.dropFirst(character.utf8.count)
      } else {
        unicodeScalars.append(Unicode.Scalar(strayByte: first))
        rest = rest.dropFirst()
      }
    }
  }

  /// Calls `body` with the path as a NUL-terminated C string for the system.
  package func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard hasStrayBytes else { return withCString(body) }
    var bytes: [CChar] = []
    for scalar in unicodeScalars {
      if let byte = scalar.strayByte {
        bytes.append(CChar(truncatingIfNeeded: byte))
      } else {
        bytes += Character(scalar).utf8.map { CChar(truncatingIfNeeded: $0) }
      }
    }
    return (bytes + [0]).withUnsafeBufferPointer { buffer in
      // It contains at least the NUL.
      buffer.baseAddress.map(body) ?? withCString(body)
    }
  }

  /// Whether it represents bytes that are not UTF-8.
  package var hasStrayBytes: Bool {
    // For all other text, checking the bytes is enough.
    utf8.contains(0xF4) && unicodeScalars.contains { $0.strayByte != nil }
  }
}

extension Unicode.Scalar {
  private static var strayBytes: ClosedRange<UInt32> { 0x10_FF80...0x10_FFFF }

  fileprivate init(strayByte byte: UInt8) {
    // Bytes below 0x80 are always UTF-8.
    self = Unicode.Scalar(Self.strayBytes.lowerBound - 0x80 + UInt32(max(byte, 0x80))) ?? "\u{FFFD}"
  }

  /// The byte of a path that the scalar represents.
  package var strayByte: UInt8? {
    Self.strayBytes.contains(value) ? UInt8(truncatingIfNeeded: value) : nil
  }
}
