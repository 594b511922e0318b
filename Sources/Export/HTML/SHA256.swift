/// The SHA-256 of some bytes, by which a content security policy names the scripts and styles that it allows.
struct SHA256 {
  /// The 32 bytes.
  private(set) var bytes: [UInt8] = []

  init(_ message: [UInt8]) {
    var state: [UInt32] = Self.roots(2).prefix(8).map(\.self)
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += withUnsafeBytes(of: UInt64(message.count * 8).bigEndian, Array.init)
    for start in stride(from: 0, to: padded.count, by: 64) {
      Self.mix(padded[start..<start + 64], into: &state)
    }
    bytes = state.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
  }

  /// The first 32 bits of the fractional parts of roots of the first primes: of square roots for the initial state,
  /// of cube roots for the rounds.
  private static func roots(_ degree: Int) -> [UInt32] {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.map { prime in
      // The root of the prime times 2³²: the largest whole number whose power does not exceed that of the product.
      var root = UInt128(0)
      for bit in (0..<40).reversed() {
        let larger = root | 1 << UInt128(bit)
        let power = (1..<degree).reduce(larger) { product, _ in product * larger }
        if power <= UInt128(prime) << UInt128(32 * degree) { root = larger }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }

  private static let roundConstants = roots(3)

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    for index in 16..<64 {
      let (x, y) = (words[index - 15], words[index - 2])
      let low = rotated(x, 7) ^ rotated(x, 18) ^ x >> 3
      let high = rotated(y, 17) ^ rotated(y, 19) ^ y >> 10
      words.append(words[index - 16] &+ low &+ words[index - 7] &+ high)
    }
    var v = state
    for index in 0..<64 {
      let high = rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25)
      let choice = v[4] & v[5] ^ ~v[4] & v[6]
      let first = v[7] &+ high &+ choice &+ roundConstants[index] &+ words[index]
      let low = rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22)
      let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
      v = [first &+ low &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in state.indices { state[index] &+= v[index] }
  }
}
