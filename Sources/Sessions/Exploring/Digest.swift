/// A hash of a value that is the same in every run, and is almost never the same for two values.
///
/// Each word is multiplied into the bits so far, as in Wang Yi's wyhash, and they are mixed at the end.
struct Digest: WordDigest {
  private var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  var value: UInt64 {
    var mixer = SplitMix64(seed: bits)
    return mixer.next()
  }

  mutating func add(_ word: UInt64) {
    let product = (bits ^ word).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
    // Without the addition, a word equal to the bits would make them zero for good.
    bits = (product.high ^ product.low) &+ 0xe703_7ed1_a0b4_28db
  }
}

/// A digest to which everything is added as words.
protocol WordDigest {
  mutating func add(_ word: UInt64)
}

extension WordDigest {
  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
      position += 8
    }
    var rest: UInt64 = 0
    while position < bytes.count {
      rest = rest << 8 | UInt64(bytes[position])
      position += 1
    }
    add(rest)
    add(UInt64(bytes.count))
  }

  mutating func add(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    add(UInt64(bitPattern: seconds))
    add(UInt64(bitPattern: attoseconds))
  }
}

/// Sixteen hexadecimal digits for a text, the same in every run.
package func stableName(of text: String) -> String {
  var digest = Digest()
  digest.add(text)
  let digits = String(digest.value, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
