import Core

/// A script that is being edited. After a change, only what has changed and what depends on it is checked again; the
/// errors are those of a check of the whole script.
///
/// The script is divided into parts of some hundred lines. Each part stores the definitions and the open blocks before
/// it. A changed part is read and checked again, and so are the parts after it, until the same is known before one of
/// them as when it was last checked. Even in those parts, a line whose meaning does not depend on others keeps its parse.
package final class EditedScript {
  /// The text.
  package private(set) var text: EditedText
  /// The name in errors.
  package let name: String
  /// How many lines had to be parsed for the last change.
  private(set) var parsedCount = 0
  /// How many lines had to be read for their highlights so far.
  var highlightedCount = 0
  /// Whether the last change makes no difference to scripts that source this one, unless they define something before.
  package private(set) var isSameToOthers = false

  let parser: ScriptParser
  private let linesPerPart: Int
  private(set) var parts: [ScriptPart] = []
  /// What is known at the end.
  private(set) var end: ScriptCheckpoint
  /// Whether there are too many errors to check the rest.
  private var isCutOff = false
  /// The errors for blocks without an end.
  private var finalErrors: [Diagnostic] = []

  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name in errors.
  ///   - path: The path of the file, if it is one, even if it does not exist yet.
  ///   - parser: A parser for this script alone.
  ///   - linesPerPart: How many physical lines are read together; a few more if the last one continues.
  package init(
    _ text: some Sequence<UInt8>,
    name: String,
    path: String? = nil,
    parser: ScriptParser,
    linesPerPart: Int = 100
  ) {
    self.linesPerPart = linesPerPart
    self.text = EditedText(text)
    self.name = name
    self.parser = parser
    parser.open = [OpenScript(ScriptSource([], name: name, path: path), call: nil)]
    end = ScriptCheckpoint(
      variables: ScriptVariables(parser.givenVariables),
      aliases: parser.aliases,
      macros: parser.macros
    )
    let start = end
    reread(0..<0, growth: 0)
    parts.first?.before = start
    check()
  }

  /// Replaces a part of the text, and checks the script.
  ///
  /// - Parameter range: The part, in UTF-8 offsets.
  package func replace(_ range: Range<Int>, with replacement: some Collection<UInt8>) {
    let (old, wasCorrect) = (end, isCorrect)
    let (lines, growth) = text.replace(range.clamped(to: 0..<text.bytes.count), with: replacement)
    let changed = part(at: lines.lowerBound)...part(at: lines.upperBound)
    let start = parts[changed.lowerBound].before
    reread(Range(changed), growth: growth)
    parts[changed.lowerBound].before = start
    check()
    isSameToOthers = growth == 0 && wasCorrect && isCorrect && end.extent == old.extent && end.isSame(as: old)
  }

  private var isCorrect: Bool {
    !isCutOff && finalErrors.isEmpty
      && parts.allSatisfy { $0.errorCount == 0 && $0.errorsElsewhere.isEmpty }
  }

  /// Checks the lines again that source a script which has changed.
  ///
  /// - Parameters:
  ///   - path: Its path without links; `nil` if any script may have changed.
  ///   - isSame: Whether the change makes no difference where no variables, aliases and macros are defined before.
  /// - Returns: Whether there are such lines.
  package func sourcedScriptDidChange(_ path: String?, isSame: Bool = false) -> Bool {
    func isAffected(_ inclusion: ScriptInclusion) -> Bool {
      (path == nil || inclusion.script == path) && !(isSame && inclusion.isAlone)
    }
    let affected = parts.filter { $0.inclusions.contains(where: isAffected) }
    for part in affected { part.isOutdated = true }
    if !affected.isEmpty { check() }
    return !affected.isEmpty
  }

  /// The errors in sourced scripts, each with the line through which it was found first.
  package var diagnosticsElsewhere: [(error: Diagnostic, line: CommandLine)] {
    var found: [(error: Diagnostic, line: CommandLine)] = []
    for part in parts where part.before != nil {
      for new in part.errorsElsewhere where !found.contains(where: { $0.error.isSame(as: new.error) }) {
        found.append(new)
      }
    }
    return found
  }

  /// Its own errors.
  package var diagnostics: [Diagnostic] {
    var own: [Diagnostic] = []
    for part in parts where part.before != nil { own += part.diagnostics }
    if own.count >= Script.mostDiagnostics {
      own.removeSubrange(Script.mostDiagnostics...)
      own[Script.mostDiagnostics - 1] = own[Script.mostDiagnostics - 1].asTheLast
    } else if !isCutOff {
      own = (own + finalErrors).inOrder
    }
    return own
  }
}

/// Reading.
extension EditedScript {
  /// The part that contains a line, counted from 0.
  func part(at line: Int) -> Int {
    var end = 0
    for (index, part) in parts.enumerated() {
      end += part.lineCount
      if line < end { return index }
    }
    return parts.count - 1
  }

  /// Reads parts again whose lines have changed.
  ///
  /// - Parameter growth: By how many the number of their lines grew.
  private func reread(_ old: Range<Int>, growth: Int) {
    var line = parts[..<old.lowerBound].reduce(0) { $0 + $1.lineCount }
    var limit = parts.isEmpty ? text.lineCount : line + parts[old].reduce(growth) { $0 + $1.lineCount }
    var kept = old.upperBound
    var needsCommand = old.isEmpty || parts[old.lowerBound].needsCommand
    var new: [ScriptPart] = []
    while line < limit || kept < parts.count && parts[kept].needsCommand != needsCommand {
      if line == limit {
        limit += parts[kept].lineCount
        kept += 1
      }
      let shift = LineShift()
      var scanner = ScriptScanner(file: name, partAt: line + 1, needsCommand: needsCommand, shift: shift)
      let first = line
      line = min(line + linesPerPart, limit)
      scan(first..<line, &scanner)
      while !scanner.isBetweenLines, !scanner.isStopped, line < text.lineCount {
        scan(line..<line + 1, &scanner)
        line += 1
      }
      if scanner.isStopped { line = text.lineCount }
      if line == text.lineCount { scanner.finish() }
      // A line that continues may reach into the parts after it.
      while limit < line {
        limit += parts[kept].lineCount
        kept += 1
      }
      let wasNeeded = needsCommand
      needsCommand = scanner.needsCommand
      new.append(
        ScriptPart(
          lineCount: line - first,
          needsCommand: wasNeeded,
          shift: shift,
          items: scanner.takeItems()
        )
      )
    }
    for part in parts[kept...] { part.move(by: growth) }
    parts.replaceSubrange(old.lowerBound..<kept, with: new)
  }

  /// Scans lines in chunks of the size in which a file is read.
  private func scan(_ lines: Range<Int>, _ scanner: inout ScriptScanner) {
    var position = text.wholeLine(lines.lowerBound).lowerBound
    let end = text.wholeLine(lines.upperBound - 1).upperBound
    text.bytes.withUnsafeBufferPointer { bytes in
      while position < end {
        let next = min(position + ScriptStream.chunk, end)
        scanner.scan(UnsafeBufferPointer(rebasing: bytes[position..<next]))
        position = next
      }
    }
  }
}

/// Checking.
extension EditedScript {
  private func check() {
    prepare()
    parsedCount = 0
    var errorCount = 0
    // What is known after the part before, if that was checked now.
    var state: ScriptCheckpoint?
    // How that differs from what was known there, if it was found for that part.
    var change: MacroChange?
    var line = 0
    for (index, part) in parts.enumerated() {
      let lines = line..<line + part.lineCount
      line = lines.upperBound
      if change == nil, let known = state, let before = part.before, part.isUpToDate(after: known) {
        state = nil
        guard addCommands(known.commandCount - before.commandCount, from: index) else { return checkAll() }
      }
      if let known = state, let after = keep(index, lines, after: known, &change) {
        state = after
        continue
      }
      change = nil
      if let known = state ?? (part.isOutdated ? part.before : nil) {
        part.check(with: parser, after: known)
        parsedCount += part.parsedCount
        state = parser.checkpoint
      }
      errorCount += part.errorCount
      if errorCount >= Script.mostDiagnostics || parser.isStopped { return cutOff(after: index) }
    }
    if let state { end = state }
    isCutOff = false
    parser.checkpoint = end
    finalErrors = parser.abandonBlocks()
  }

  /// Keeps a part that names none of the macros that differ.
  ///
  /// - Parameter change: How what is known before it differs from what was, if that was found for the part before.
  /// - Returns: What is known after it; `nil` if it has to be checked again.
  private func keep(
    _ index: Int,
    _ lines: Range<Int>,
    after known: ScriptCheckpoint,
    _ change: inout MacroChange?
  ) -> ScriptCheckpoint? {
    let part = parts[index]
    guard let before = part.before, part.canBeKept(parser.table),
      let later = index + 1 < parts.count ? parts[index + 1].before : end,
      let found = change ?? MacroChange(from: before, to: known),
      !found.names.contains(where: { text.contains($0, in: lines) }),
      let after = found.checkpoint(after: later, from: before, to: known),
      after.commandCount <= parser.mostCommands
    else { return nil }
    change = found
    part.keep(after: known, ownNames: found.ownNames)
    return after
  }

  private func checkAll() {
    for part in parts { part.isOutdated = true }
    end.addCommands(-end.commandCount)
    check()
  }

  /// Makes the parser forget what it knows of other scripts, since they may have changed.
  func prepare() {
    parser.included.removeAll()
    parser.knownMacros = [:]
    parser.isStopped = false
  }

  /// Counts further commands before the parts from an index.
  ///
  /// - Returns: Whether they fit in the limit.
  private func addCommands(_ count: Int, from index: Int) -> Bool {
    guard count != 0 else { return true }
    for part in parts[index...] { part.before?.addCommands(count) }
    end.addCommands(count)
    return end.commandCount <= parser.mostCommands
  }

  /// Leaves the parts after one unchecked.
  private func cutOff(after last: Int) {
    isCutOff = true
    // Its end is where checking continues when errors are corrected.
    parts[last].isOutdated = true
    for part in parts[(last + 1)...] { part.before = nil }
  }
}
