import Core

/// A script that is being edited. After a change, the whole script is checked again when its findings are next read.
/// This takes about 20 ms for 10,000 lines.
package final class EditedScript {
  /// The text.
  package private(set) var text: EditedText
  /// The name in errors.
  package let name: String
  let parser: ScriptParser
  private let path: String?
  /// What is defined before it.
  private let start: OwnCommands
  /// The findings of the last check; `nil` after a change.
  private var checked: Findings?

  private struct Findings {
    var lines: [ScriptLine] = []
    var diagnostics: [Diagnostic] = []
    var diagnosticsElsewhere: [(error: Diagnostic, line: ScriptLine)] = []
    /// The paths, without links, of the scripts that it sources.
    var sourced: Set<String> = []
    /// The names of the aliases and macros before it, and after each line that changes them.
    var ownNames: [(lineCount: Int, names: Set<String>)] = []
  }

  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name in errors.
  ///   - path: The path of the file, if it is one, even if it does not exist yet.
  ///   - parser: A parser for this script alone.
  package init(
    _ text: some Sequence<UInt8>,
    name: String,
    path: String? = nil,
    parser: ScriptParser
  ) {
    self.text = EditedText(text)
    self.name = name
    self.path = path
    self.parser = parser
    start = parser.own
    parser.open = [OpenScript(ScriptSource([], name: name, path: path), call: nil)]
  }

  /// Replaces a part of the text.
  ///
  /// - Parameter range: The part, in UTF-8 offsets.
  package func replace(_ range: Range<Int>, with replacement: some Collection<UInt8>) {
    text.replace(range.clamped(to: 0..<text.bytes.count), with: replacement)
    checked = nil
  }

  /// Discards the findings if this script sources one that has changed.
  ///
  /// - Parameter path: Its path without links; `nil` if any script may have changed.
  /// - Returns: Whether this one sources it.
  package func sourcedScriptDidChange(_ path: String?) -> Bool {
    let sourced = findings.sourced
    guard path.map(sourced.contains) ?? !sourced.isEmpty else { return false }
    checked = nil
    return true
  }

  /// The errors in sourced scripts, each with the line through which it was found first.
  package var diagnosticsElsewhere: [(error: Diagnostic, line: ScriptLine)] { findings.diagnosticsElsewhere }

  /// Its own errors.
  package var diagnostics: [Diagnostic] { findings.diagnostics }

  /// All commands and expected output, in order.
  package var lines: [ScriptLine] { findings.lines }

  /// The names of the aliases and macros before one of ``lines``.
  func ownNames(before line: Int) -> Set<String> {
    let known = findings.ownNames
    return known[known.partitioningIndex { $0.lineCount > line } - 1].names
  }

  /// The definitions before a line, counted from 0, and the names of the variables whose values are not known yet.
  package func definitions(before line: Int) -> (Definitions, unknownVariables: Set<String>) {
    let earlier = lines.prefix { $0.lines.upperBound <= line }
    begin()
    for line in earlier {
      // Its errors have been reported.
      _ = try? parser.checkKnown(line)
    }
    let definitions = Definitions(variables: parser.variables.known, own: parser.own)
    return (definitions, parser.variables.unknown)
  }
}

/// Checking.
extension EditedScript {
  private var findings: Findings {
    if let checked { return checked }
    let found = check()
    checked = found
    return found
  }

  /// Resets the parser to the start of the script.
  private func begin() {
    parser.extent = ScriptExtent()
    parser.blocks = []
    parser.openMacro = nil
    parser.isBehindBlockMark = false
    parser.isStopped = false
    parser.variables = ScriptVariables(parser.givenVariables)
    parser.own = start
  }

  private func check() -> Findings {
    begin()
    // Other scripts may have changed.
    parser.included = IncludedScripts()
    parser.sources = [:]
    parser.knownMacros = [:]
    parser.diagnostics = []
    parser.inclusions = []
    var found = Findings()
    var own = start
    func noteNames() {
      found.ownNames.append((found.lines.count, Set(own.names)))
    }
    noteNames()
    var stream = ScriptStream(ScriptSource(text.bytes, name: name, path: path))
    while let items = stream.next() {
      for item in items {
        if case .command(let line) = item { found.lines.append(line) }
        // The lines after too many errors are only read.
        if parser.isStopped || found.diagnostics.count == Script.mostDiagnostics { continue }
        check(item, &found)
        if parser.own != own {
          own = parser.own
          noteNames()
        }
      }
    }
    if let last = found.diagnostics.last, found.diagnostics.count == Script.mostDiagnostics {
      found.diagnostics[Script.mostDiagnostics - 1] = last.asTheLast
    } else if !parser.isStopped {
      found.diagnostics = (found.diagnostics + parser.abandonBlocks()).inOrder
    }
    found.sourced = parser.inclusions
    return found
  }

  private func check(_ item: ScriptScanner.Item, _ found: inout Findings) {
    do throws(Diagnostic) {
      switch item {
      case .error(let diagnostic): throw diagnostic
      case .command(let line):
        defer {
          for new in parser.diagnostics
          where !found.diagnosticsElsewhere.contains(where: { $0.error.isSame(as: new) }) {
            found.diagnosticsElsewhere.append((new, line))
          }
          parser.diagnostics = []
        }
        _ = try parser.checkKnown(line)
      }
    } catch {
      found.diagnostics.append(error)
    }
  }
}
