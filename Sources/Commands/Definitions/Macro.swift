/// A named list of commands, parsed where it is defined.
package final class Macro {
  let head: MacroHead
  /// The commands between the first line and its `end`.
  let body: [ScriptNode]
  /// The parsed lines, which run at each call.
  let program: Program
  /// The variables that remain defined after a call.
  let defined: Set<String>

  /// Where it is defined.
  package var source: SourceText { head.source }

  init(_ head: MacroHead, _ body: [ScriptNode], _ program: Program, defined: Set<String>) {
    self.head = head
    self.body = body
    self.program = program
    self.defined = defined
  }

  /// Whether it has the same lines with the same meaning.
  func isSame(as other: Macro) -> Bool {
    head.definition == other.head.definition && defined == other.defined
      && program.extent == other.program.extent
      && body.lines.map(\.line.text) == other.body.lines.map(\.line.text)
  }

  /// Its commands for a call; they may start programs only if the line that calls it may.
  func program(for call: ScriptLine) -> Program {
    var program = program
    program.mayStartPrograms = call.mayStartPrograms
    return program
  }

  /// Its commands on one line, for lists.
  var summary: String {
    body.lines.map(\.line).filter { $0.kind != .expectedOutput }.map(\.text).joined(separator: "; ")
      .truncated(to: 60)
  }

  /// The lines that define it.
  var definition: [String] {
    let lines = body.lines.map { String(repeating: "  ", count: 1 + $0.depth) + $0.line.text }
    return [head.definition] + lines + ["end"]
  }
}

/// Compares macros by identity, because what is known about a macro is kept per object.
extension Macro: Hashable {
  package static func == (first: Macro, second: Macro) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
