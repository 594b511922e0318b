/// A hash of a value that is the same in every run, and is almost never the same for two values.
///
/// The algorithm is FNV-1a of Fowler, Noll and Vo, with a final mixing of the bits.
struct Digest {
  private var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  var value: UInt64 {
    var mixer = SplitMix64(seed: bits)
    return mixer.next()
  }

  mutating func add(_ byte: UInt8) {
    bits = (bits ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { $0.forEach { add($0) } }
  }

  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { $0.forEach { add($0) } }
    add(UInt8(0xFF))
  }

  mutating func add(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    add(UInt64(bitPattern: seconds))
    add(UInt64(bitPattern: attoseconds))
  }

  /// Adds a text in which only the equality of UUIDs matters, not their values.
  ///
  /// A session numbers its UUIDs consecutively. Without this, an element that was removed and added again would be
  /// new each time.
  ///
  /// - Parameter known: The number of each UUID found so far.
  mutating func add(_ text: String, renaming known: inout [ArraySlice<UInt8>: Int]) {
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count {
      add(bytes[position])
      position += 1
      guard bytes[position - 1] == UInt8(ascii: "("), let id = Self.uuid(at: position, in: bytes) else {
        continue
      }
      let number = known[id] ?? known.count
      known[id] = number
      add(number)
      position += Self.uuidLength
    }
    add(UInt8(0xFF))
  }

  private static let uuidLength = 36

  /// The parenthesized UUID that starts at a position.
  private static func uuid(at start: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    let end = start + uuidLength
    guard end < bytes.count, bytes[end] == UInt8(ascii: ")") else { return nil }
    for position in start..<end {
      switch position - start {
      case 8, 13, 18, 23: guard bytes[position] == UInt8(ascii: "-") else { return nil }
      default:
        switch bytes[position] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
          UInt8(ascii: "a")...UInt8(ascii: "f"):
          break
        default: return nil
        }
      }
    }
    return bytes[start..<end]
  }
}

/// Sixteen hexadecimal digits for a text, the same in every run.
package func stableName(of text: String) -> String {
  var digest = Digest()
  digest.add(text)
  let digits = String(digest.value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
