/// Decodes the bytes sent by a terminal into keys: UTF-8 characters, and the sequences of special keys.
struct KeyDecoder {
  enum Key: Equatable {
    case character(Unicode.Scalar)
    /// A complete sequence `ESC [ …` or `ESC O …`.
    case sequence([UInt8])
  }

  private enum State { case ground, escape, control, oneMore }
  private var state = State.ground
  private var sequence: [UInt8] = []
  private var character: [UInt8] = []

  /// Whether a sequence has begun that the next bytes may complete. The escape key alone looks the same, so call
  /// `flush` after a pause.
  var isAmbiguous: Bool { state != .ground }

  /// Decodes one byte and returns the keys that it completes. Invalid UTF-8 becomes U+FFFD.
  mutating func decode(_ byte: UInt8) -> [Key] {
    switch state {
    case .ground:
      if byte == 0x1B {
        state = .escape
        sequence = [byte]
        return replaceUnfinishedCharacter()
      }
      return decodeCharacter(byte)
    case .escape:
      switch byte {
      case .openBracket: state = .control
      case UInt8(ascii: "O"): state = .oneMore
      case 0x1B: return [.character("\u{1B}")]
      default: return flush() + decode(byte)
      }
      sequence.append(byte)
      return []
    case .control:
      return decodeControl(byte)
    case .oneMore:
      sequence.append(byte)
      guard (0x21...0x7E).contains(byte) else {
        sequence.removeLast()
        return flush() + decode(byte)
      }
      return complete()
    }
  }

  /// Decodes a byte of `ESC [ …`.
  private mutating func decodeControl(_ byte: UInt8) -> [Key] {
    sequence.append(byte)
    switch byte {
    case .openBracket where sequence.count == 3:
      state = .oneMore
      return []
    case 0x40...0x7E: return complete()
    case 0x20...0x3F where sequence.count < 64: return []
    default:
      // Not a valid sequence: a control character in it is a key, the rest is dropped.
      sequence = []
      state = .ground
      return decode(byte)
    }
  }

  /// Ends the wait for more bytes: the bytes of an incomplete sequence become individual keys.
  mutating func flush() -> [Key] {
    let keys = sequence.map { Key.character(Unicode.Scalar($0)) }
    sequence = []
    state = .ground
    return keys
  }

  private mutating func complete() -> [Key] {
    defer { sequence = [] }
    state = .ground
    return [.sequence(sequence)]
  }

  private mutating func decodeCharacter(_ byte: UInt8) -> [Key] {
    if byte < 0x80 {
      return replaceUnfinishedCharacter() + [.character(Unicode.Scalar(byte))]
    }
    let isContinuation = byte & 0xC0 == 0x80
    let before = isContinuation && !character.isEmpty ? [] : replaceUnfinishedCharacter()
    character.append(byte)
    guard (0xC2...0xF4).contains(character[0]) else { return before + replaceUnfinishedCharacter() }
    // The first byte begins with as many ones as the character has bytes.
    guard character.count == (~character[0]).leadingZeroBitCount else { return before }
    let text = String(decoding: character, as: UTF8.self)
    character = []
    return before + [.character(Unicode.Scalar(text) ?? "\u{FFFD}")]
  }

  private mutating func replaceUnfinishedCharacter() -> [Key] {
    defer { character = [] }
    return character.isEmpty ? [] : [.character("\u{FFFD}")]
  }
}
