import Core

// Parts of an exploration as files.
extension AnyInterpreter {
  /// Merges the parts in some files, and reports the whole.
  ///
  /// - Throws: What was found, or an error if a part is missing or does not belong to the others.
  func merge(_ files: [Located<String>]) throws {
    let parts = try files.map { file in try using(file) { try ExplorationAnswer.read(file) } }
    let whole = try ExplorationAnswer.merged(parts, from: files)
    let missing = Set(1...whole.shards).subtracting(whole.parts).sorted()
    if !missing.isEmpty {
      debugger.warn("\(ExplorationAnswer.partsText(missing)) of \(whole.shards) missing")
    }
    exploration = whole
    let findings = whole.part.findings
    if missing.isEmpty, !whole.coverage.isInterrupted, !findings.contains(where: { $0.index == nil }),
      let (property, error) = whole.properties.lazy.compactMap({ property in
        property.missingAnswer.map { (property.property, $0) }
      }).first
    {
      findings.forEach { answer($0) }
      throw Diagnostic(CommandFailure("`\(property)`: \(error)"))
        .adding(notes: [AnyExploration.Finding.missingEverywhere])
    }
    // Without properties, it says that nothing was found.
    if !whole.properties.isEmpty || findings.isEmpty { answer(whole) }
    findings.forEach { answer($0) }
    let failures = whole.properties.count { $0.verdict == .fails }
    if failures > 1, !findings.contains(where: { $0.index == nil }) {
      throw CommandFailure("\(failures) of \(whole.properties.count) properties fail")
    }
    if let found = findings.first { throw CommandFailure(found.message) }
    if failures == 1 { throw CommandFailure("no state that was reached satisfies the condition") }
    let isInterrupted = whole.coverage.isInterrupted
    try requireDecision(
      whole,
      isCovered: missing.isEmpty && !isInterrupted,
      hint: !missing.isEmpty ? "merge all parts" : isInterrupted ? "rerun the interrupted part" : nil
    )
  }
}
