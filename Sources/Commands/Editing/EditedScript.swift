import Core
import TodoShellPlatform

/// A script that is being edited. After a change, the whole script is checked again when its findings are next read.
/// This takes about 20 ms for 10,000 lines.
package final class EditedScript {
  /// The text.
  package private(set) var text: EditedText
  /// The name in errors.
  package let name: String
  /// The parser as it begins.
  let parser: ScriptParser
  private let path: String?
  /// The findings of the last check; `nil` if a sourced script has changed.
  private var checked: Findings?
  /// Whether the text has changed since then.
  private var hasChanged = false

  private struct Findings {
    let parser: ScriptParser
    var nodes: [ScriptNode] = []
    var lines: [ScriptLine] = []
    var diagnostics: [Diagnostic] = []
    var diagnosticsElsewhere: [(error: Diagnostic, line: ScriptLine)] = []
    /// The scripts that it has sourced since one of them changed, by their paths without links.
    var sourced = FileVersions()
    /// The aliases, macros and focus before it, and after each line that changes them.
    var definitions: [(line: Int, known: Definitions)] = []
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
    parser.open = [OpenScript(ScriptSource([], name: name, path: path), call: nil)]
  }

  /// Replaces a part of the text.
  ///
  /// - Parameter range: The part, in UTF-8 offsets.
  package func replace(_ range: Range<Int>, with replacement: some Collection<UInt8>) {
    text.replace(range.clamped(to: 0..<text.bytes.count), with: replacement)
    hasChanged = true
  }

  /// Discards the findings if this script sources one that has changed.
  ///
  /// - Parameter path: Its path without links; `nil` if any script may have changed.
  /// - Returns: Whether this one sources it.
  package func sourcedScriptDidChange(_ path: String?) -> Bool {
    let sourced = findings.sourced.paths
    guard path.map(sourced.contains) ?? !sourced.isEmpty else { return false }
    checked = nil
    return true
  }

  /// The errors in sourced scripts, each with the line through which it was found first.
  package var diagnosticsElsewhere: [(error: Diagnostic, line: ScriptLine)] { findings.diagnosticsElsewhere }

  /// Its own errors.
  package var diagnostics: [Diagnostic] { findings.diagnostics }

  /// Its commands outside of blocks, each with its block.
  var nodes: [ScriptNode] { findings.nodes }

  /// All commands and expected output, in order.
  package var lines: [ScriptLine] { findings.lines }

  /// The aliases, macros and focus before one of ``lines``.
  func commands(before line: Int) -> Definitions {
    let (all, number) = (findings.definitions, lines[line].lines.lowerBound)
    return all[all.partitioningIndex { $0.line >= number } - 1].known
  }

  /// The definitions before a line, counted from 0, and the names of the variables whose values are not known yet.
  package func definitions(before line: Int) -> (Definitions, unknownVariables: Set<String>) {
    let parser = ScriptParser(like: parser)
    parser.use(findings.parser)
    var earlier = ScriptTree(parser.table, of: Array(lines.prefix { $0.lines.upperBound <= line }))
    var scope = parser.scope
    parser.didCheck = { [unowned parser] _ in
      scope = parser.scope
      // Its errors have been reported.
      parser.scope.errors = []
    }
    parser.check(earlier.finish())
    let known = Definitions(variables: scope.variables.known, macros: scope.macros, focused: scope.focused)
    return (known, scope.variables.unknown)
  }
}

/// Checking.
extension EditedScript {
  private var findings: Findings {
    if let checked, !hasChanged { return checked }
    let found = check()
    (checked, hasChanged) = (found, false)
    return found
  }

  private func check() -> Findings {
    let parser = ScriptParser(like: parser)
    var found = Findings(parser: parser)
    // The errors in a sourced script are found only if it is checked.
    if let checked, checked.diagnosticsElsewhere.isEmpty, checked.sourced.areCurrent {
      parser.use(checked.parser)
      found.sourced = checked.sourced
    }
    found.nodes = ScriptSource(text.bytes, name: name, path: path).nodes(parser.table)
    found.lines = found.nodes.lines.map(\.line)
    var known = Definitions(macros: parser.macros, focused: parser.focused)
    found.definitions.append((0, known))
    parser.didCheck = { [unowned parser] line in
      for new in parser.diagnostics
      where !found.diagnosticsElsewhere.contains(where: { $0.error.isSame(as: new) }) {
        found.diagnosticsElsewhere.append((new, line))
      }
      parser.diagnostics = []
      guard parser.macros != known.macros || parser.focused != known.focused else { return }
      known = Definitions(macros: parser.macros, focused: parser.focused)
      found.definitions.append((line.lines.upperBound, known))
    }
    parser.check(found.nodes)
    found.diagnostics = parser.errorsInOrder
    found.sourced.note(parser.included.paths)
    return found
  }
}
