/// A generator whose numbers follow from its seed, so that a test that failed can be run again: SplitMix64.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// A number from 0 up to, but not including, `bound`.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// One of the values.
  public mutating func one<T>(of values: T...) -> T { values[below(values.count)] }

  /// Text made of `pieces`, which are what the syntax under test is made of, and now and then of anything.
  public mutating func garbage(from pieces: [String], upTo length: Int = 12) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      if Int.random(in: 0..<12, using: &self) == 0 {
        let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &self))
        text.unicodeScalars.append(scalar ?? "\u{1F600}")
      } else {
        text += pieces.randomElement(using: &self) ?? ""
      }
    }
    return text
  }
}
