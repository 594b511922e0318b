/// The weights of the groups of steps in one random sequence: about half of them are left out, and some of the others
/// are preferred. A sequence with all groups hardly ever goes without one of them for long, or repeats one often.
///
/// The idea is that of Groce, Zhang, Eide, Chen and Regehr, "Swarm Testing" (2012).
struct Swarm {
  /// `nil` if all groups have the same weight.
  let seed: UInt64?
  var known: [String: Int] = [:]
}

extension Swarm {
  /// Draws the weights. Some sequences have all groups.
  init(_ random: inout SplitMix64) {
    let seed = random.next()
    self.init(seed: seed % 4 == 0 ? nil : seed)
  }

  /// The weight of a group; 0 if it is left out.
  mutating func weight(of group: String) -> Int {
    guard let seed else { return 1 }
    if let weight = known[group] { return weight }
    var digest = Digest()
    digest.add(seed)
    digest.add(group)
    let weight = [0, 0, 0, 0, 1, 1, 1, 4][Int(digest.value % 8)]
    known[group] = weight
    return weight
  }

  /// Chooses one of several positions by their weights.
  ///
  /// - Returns: `nil` if there are none.
  static func choose(_ weights: [Int], _ random: inout SplitMix64) -> Int? {
    guard !weights.isEmpty else { return nil }
    let sum = weights.reduce(0, +)
    // What was left out is better than nothing.
    if sum == 0 { return Int.random(in: weights.indices, using: &random) }
    var rest = Int.random(in: 0..<sum, using: &random)
    return weights.firstIndex { weight in
      rest -= weight
      return rest < 0
    }
  }
}
