extension Output {
  /// A recording of printed text.
  struct Recording {
    var bytes: [UInt8] = []
    /// Whether the text is recorded without being printed.
    let isSilent: Bool
  }
}

extension [UInt8] {
  /// The bytes without the palette's escape sequences; nothing else that is printed can contain an escape character.
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
