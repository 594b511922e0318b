import Core
import CustomDump
import Foundation
import TestSupport
import Testing

/// Dumps and diffs of random states, equal to the reference's.
struct RandomDumpTests {
  /// The seed of the first run; `DUMP_SEED` in the environment chooses another.
  static let seed = ProcessInfo.processInfo.environment["DUMP_SEED"].flatMap(UInt64.init) ?? 20_261_121

  @Test(arguments: 0..<UInt64(8))
  func randomStatesDumpLikeTheReference(_ run: UInt64) {
    let seed = Self.seed &+ run
    var random = SeededGenerator(seed: seed)
    for round in 0..<25 {
      let state = random.state()
      #expect(String(coreDump: state) == String(referenceDump: state), "seed \(seed), round \(round)")
      let depth = random.below(4)
      var (ours, reference) = ("", "")
      Core.customDump(state, to: &ours, maxDepth: depth)
      CustomDump.customDump(state, to: &reference, maxDepth: depth)
      #expect(ours == reference, "seed \(seed), round \(round), depth \(depth)")
    }
  }

  @Test(arguments: 0..<UInt64(8))
  func randomChangesDiffLikeTheReference(_ run: UInt64) {
    let seed = Self.seed &+ run
    var random = SeededGenerator(seed: seed)
    for round in 0..<25 {
      let old = random.state()
      let new = random.below(5) == 0 ? random.state() : random.change(old)
      #expect(Core.diff(old, new) == CustomDump.diff(old, new), "seed \(seed), round \(round)")
      let (oldTree, newTree) = (random.tree(), random.tree())
      #expect(Core.diff(oldTree, newTree) == CustomDump.diff(oldTree, newTree), "seed \(seed), tree \(round)")
    }
  }
}
