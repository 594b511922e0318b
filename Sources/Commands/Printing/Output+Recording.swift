extension Output {
  /// Text that is kept while it is printed.
  struct Recording {
    var bytes: [UInt8] = []
    /// Whether it is kept only, and not printed.
    let isSilent: Bool
  }
}

extension [UInt8] {
  /// The bytes without the sequences that a palette puts around what it colours: nothing else that is printed can hold an
  /// escape character.
  var uncolored: [UInt8] {
    guard contains(0x1B) else { return self }
    var result: [UInt8] = []
    var isInSequence = false
    for byte in self {
      if byte == 0x1B {
        isInSequence = true
      } else if !isInSequence {
        result.append(byte)
      } else if byte == UInt8(ascii: "m") {
        isInSequence = false
      }
    }
    return result
  }
}
