/// A named list of commands, parsed where it is defined.
package final class Macro {
  let head: MacroHead
  /// The lines between the first one and its `end`.
  let body: [ScriptLine]
  /// The parsed lines, which run at each call.
  let program: Program
  /// The variables that remain defined after a call.
  let defined: Set<String>

  /// Where it is defined.
  package var source: SourceText { head.source }

  init(_ head: MacroHead, _ body: [ScriptLine], _ program: Program, defined: Set<String>) {
    self.head = head
    self.body = body
    self.program = program
    self.defined = defined
  }

  /// Whether it has the same lines with the same meaning.
  func isSame(as other: Macro) -> Bool {
    head.definition == other.head.definition && defined == other.defined
      && program.extent == other.program.extent && body.map(\.text) == other.body.map(\.text)
  }

  /// Its commands for a call; they may start programs only if the line that calls it may.
  func program(for call: ScriptLine) -> Program {
    guard !call.mayStartPrograms, body.contains(where: \.mayStartPrograms) else { return program }
    var lines = body
    for index in lines.indices { lines[index].mayStartPrograms = false }
    var program = program
    program.source = ScriptSource(items: lines.map { .command($0) }, name: program.name)
    return program
  }

  /// Its commands on one line, for lists.
  var summary: String {
    body.filter { $0.kind != .expectedOutput }.map(\.source.text).joined(separator: "; ").truncated(to: 60)
  }

  /// The lines that define it.
  func definition(_ table: CommandTable) -> [String] {
    var lines = [head.definition]
    var depth = BlockDepth(table)
    for line in body {
      lines.append(String(repeating: "  ", count: 1 + depth.enter(line)) + line.source.text)
    }
    return lines + ["end"]
  }
}

/// Compares macros by identity, because what is known about a macro is kept per object.
extension Macro: Hashable {
  package static func == (first: Macro, second: Macro) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
