import Core
import TodoShellSystem

extension AtomicFile {
  /// The contents of a file that must exist.
  static func contents(of path: String) throws(SystemError) -> [UInt8] {
    if let contents = try read(path) { return contents }
    throw SystemError("read", subject: path, code: ENOENT)
  }
}

extension AnyInterpreter {
  /// Reads or writes a file of an exploration: a property file, a corpus, or a part.
  ///
  /// If the system refuses, a script ends with the exit code for that, because 1 means that a property fails.
  ///
  /// - Parameter status: The exit code if `body` itself throws a diagnostic; by default, that of any error.
  func using<Result>(
    _ file: Located<String>,
    refusal status: Int32? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch {
      guard let error = error as? SystemError else {
        if let status { endScript(status) }
        throw error
      }
      endScript(error.attempt == "read" ? error.inputStatus : ExitStatus.inputOutput)
      throw file.diagnostic(error.description, hint: error.hintForWriting)
    }
  }

  /// Ends a script that does not keep going after errors.
  func endScript(_ status: Int32) {
    if !frontEnd.isConversation, !script.keepsGoing { script.exitStatus = status }
  }

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

  /// Reads the sequences of a corpus, and warns of the files that cannot be replayed.
  func sequences(
    of corpus: String,
    _ source: StepSource
  ) throws(SystemError) -> [ReplayedFile] {
    // A folder that does not exist is empty.
    let files = try Folder.names(in: corpus).filter { $0.hasSuffix(".todoscript") }.sorted()
    // If this fails, the findings could not be kept.
    try AtomicFile.makeFolder(corpus, mode: 0o777)
    var result: [ReplayedFile] = []
    for path in files.map({ "\(corpus)/\($0)" }) {
      let bytes: [UInt8]
      do { bytes = try AtomicFile.contents(of: path) } catch {
        debugger.warn("not replayed: \(error)", noticedAt: path)
        continue
      }
      do throws(Diagnostic) {
        let lines = try SavedSequence.steps(in: bytes, file: path)
        var file = ReplayedFile(path: path)
        for line in lines where !source.isPassedOver(line) {
          guard let step = source.step(replaying: line) else {
            throw line.source.diagnostic("'\(line.source.text)' is not a step that explore can replay")
          }
          file.steps.append((step, line.lines.lowerBound))
        }
        result.append(file)
      } catch {
        debugger.warn("not replayed: \(error.message)", noticedAt: "\(path):\(error.location.line)")
      }
    }
    return result
  }

  /// Warns of the files that could not be replayed completely.
  func warn(of files: [ReplayedFile]) {
    for file in files {
      guard let refusal = file.refusal else { continue }
      let message = Diagnostic(refusal.reason).message
      debugger.warn("no longer possible: \(message)", noticedAt: "\(file.path):\(refusal.line)")
    }
  }

  /// Adds what an exploration found to a corpus.
  func save(
    _ exploration: AnyExploration,
    _ scripts: [ExplorationScript],
    to folder: String
  ) throws(SystemError) {
    for script in scripts { try script.saved.save(in: folder, kind: "fails") }
    let setup = lineCommands
    for steps in exploration.interesting {
      let sequence = SavedSequence(
        comments: ["# explore: the first sequence to reach a command or a kind of action"],
        setup: setup,
        steps: withoutMacros(steps.map(\.text), after: setup),
        end: []
      )
      try sequence.save(in: folder, kind: "reaches")
    }
  }
}
