extension ExplorationPart {
  /// The maximum of each number, so that those of all parts can be added.
  private static var highestNumber: Int { .max / Shard.most }

  /// Whether it can have been written by an exploration: a file may be damaged.
  var isValid: Bool {
    format == Self.currentFormat && (1...Shard.most).contains(shards) && (1...shards).contains(shard)
      && numbers.allSatisfy((0...Self.highestNumber).contains) && randomSequences <= sequences
      && properties.allSatisfy { property in
        PropertyVerdict.Verdict(rawValue: property.verdict) != nil
          && property.vacuity.map { PropertyVerdict.Vacuity(rawValue: $0) != nil } ?? true
      }
      && findings.allSatisfy { finding in
        finding.property.map(properties.indices.contains) ?? true
          && finding.loop.map { (1...max(finding.commands, 1)).contains($0) } ?? true
      }
  }

  private var numbers: [Int] {
    [depth, sequences, randomSequences, replayed, exhaustedDepth, deepest] + commands.values.map(\.happened)
      + actions.values + findings.map(\.commands)
  }
}
