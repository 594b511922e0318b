/// Makes keys out of the bytes that a terminal sends: characters in UTF-8, and the sequences of special keys.
struct KeyDecoder {
  enum Key: Equatable {
    case character(Unicode.Scalar)
    /// `ESC [ …` or `ESC O …`, whole.
    case sequence([UInt8])
  }

  private enum State { case ground, escape, control, linuxFunction, shifted }
  private var state = State.ground
  private var sequence: [UInt8] = []
  private var character: [UInt8] = []

  /// Whether a sequence has begun that the next bytes may complete. An escape key that is pressed alone looks
  /// the same, so after a pause it should be `flush`ed.
  var isAmbiguous: Bool { state != .ground }

  /// Takes one byte and returns the keys that it completes. Bytes that are not UTF-8 become U+FFFD.
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
      case UInt8(ascii: "["): state = .control
      case UInt8(ascii: "O"): state = .shifted
      case 0x1B: return [.character("\u{1B}")]
      default: return flush() + decode(byte)
      }
      sequence.append(byte)
      return []
    case .control:
      return decodeControl(byte)
    case .linuxFunction, .shifted:
      sequence.append(byte)
      guard (0x21...0x7E).contains(byte) else {
        sequence.removeLast()
        return flush() + decode(byte)
      }
      return complete()
    }
  }

  /// A byte of `ESC [ …`.
  private mutating func decodeControl(_ byte: UInt8) -> [Key] {
    sequence.append(byte)
    switch byte {
    case UInt8(ascii: "[") where sequence.count == 3:
      state = .linuxFunction
      return []
    case 0x40...0x7E: return complete()
    case 0x20...0x3F where sequence.count < 64: return []
    default:
      // Not a sequence after all; a control character in it acts as itself, the rest would be litter.
      sequence = []
      state = .ground
      return decode(byte)
    }
  }

  /// Gives up waiting: the bytes of an unfinished sequence are keys of their own.
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
    guard let length = Self.length(ofCharacterStartingWith: character[0]) else {
      return before + replaceUnfinishedCharacter()
    }
    guard character.count == length else { return before }
    let text = String(decoding: character, as: UTF8.self)
    character = []
    let scalars = text.unicodeScalars
    return before + [.character(scalars.first.flatMap { scalars.count == 1 ? $0 : nil } ?? "\u{FFFD}")]
  }

  private mutating func replaceUnfinishedCharacter() -> [Key] {
    defer { character = [] }
    return character.isEmpty ? [] : [.character("\u{FFFD}")]
  }

  private static func length(ofCharacterStartingWith byte: UInt8) -> Int? {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }
}
