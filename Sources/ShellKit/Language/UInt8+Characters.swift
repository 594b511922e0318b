extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let backslash = UInt8(ascii: "\\")
  static let doubleQuote = UInt8(ascii: "\"")
  static let singleQuote = UInt8(ascii: "'")
  static let dollar = UInt8(ascii: "$")

  /// Space, tab, or the line end that a typed text may hold.
  var isBlank: Bool {
    self <= 0x20 && (self == 0x20 || self == 0x09 || self == .newline || self == .carriageReturn)
  }
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  var isHexDigit: Bool { isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self) }
}

extension ArraySlice<UInt8> {
  /// A line without what some editors put around it and none shows: the CR of a line end, and before the first line the
  /// mark that it is UTF-8.
  var withoutMarks: ArraySlice<UInt8> {
    let line = starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
    return line.last == .carriageReturn ? line.dropLast() : line
  }
}
