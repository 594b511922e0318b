import Core

/// What a user has defined.
package struct Definitions {
  /// The variables, as values for expansion.
  package var variables: [String: Variable] = [:]
  /// The macros and aliases, by their names.
  package var macros: [String: Macro] = [:]
  /// The commands of the child in focus; `nil` if the whole feature is.
  var focused: ActionCommands?

  /// The macros and aliases, sorted by name.
  var sortedMacros: [Macro] { macros.inOrderOfKeys.map(\.value) }

  /// Whether there is a macro or an alias with a name.
  package func hasMacro(_ name: String) -> Bool { macros[name] != nil }
}

extension Definitions {
  /// Nothing but variables.
  package init(variables: [String: Variable]) {
    self.init()
    self.variables = variables
  }
}

/// A command that a user has defined: a list of commands, parsed where it is defined, or an alias, whose line takes the
/// place of its call and is parsed there.
package final class Macro {
  let head: MacroHead
  /// The commands between the first line and its `end`; the line of an alias.
  let body: [ScriptNode]
  /// The parsed lines, which run at each call; `nil` for an alias.
  let program: Program?
  /// The variables that remain defined after a call.
  let defined: Set<String>

  /// Where it is defined.
  package var source: SourceText { head.source }

  init(_ head: MacroHead, _ body: [ScriptNode], _ program: Program?, defined: Set<String> = []) {
    self.head = head
    self.body = body
    self.program = program
    self.defined = defined
  }

  /// Whether it has the same lines with the same meaning.
  func isSame(as other: Macro) -> Bool {
    definition == other.definition && defined == other.defined
      && program?.scope.extent == other.program?.scope.extent
      && aliased?.mayStartPrograms == other.aliased?.mayStartPrograms
  }

  /// Its commands on one line, for lists.
  var summary: String {
    body.lines.map(\.line).filter { $0.kind != .expectedOutput }.map(\.text).joined(separator: "; ")
      .truncated(to: 60)
  }

  /// The lines that define it.
  var definition: [String] {
    if let aliased { return ["alias \(head.name) = \(aliased.text)"] }
    let lines = body.lines.map { String(repeating: "  ", count: 1 + $0.depth) + $0.line.text }
    return [head.definition] + lines + ["end"]
  }
}

/// Aliases.
extension Macro {
  /// Creates an alias.
  ///
  /// In its line, `$1` to `$9` are the words of a call, and `$*` all of them, unparsed; without either, they are
  /// appended. `$$` is a dollar sign. Anything else that starts with `$` is kept.
  convenience init(alias name: Word, _ line: ScriptLine) {
    let places = Self.parts(of: line.text).compactMap(\.place)
    let count = places.compactMap(\.wholeNumberValue).max() ?? 0
    var parameters = (0..<count).map { MacroHead.Parameter("$\($0 + 1)") }
    if count == 0 || places.contains("*") {
      parameters.append(MacroHead.Parameter("$*", preset: Variable(text: "")))
    }
    let head = MacroHead(name: name.text, source: name.source, parameters: parameters)
    self.init(head, [ScriptNode(.command(line))], nil)
  }

  /// The line of an alias.
  var aliased: ScriptLine? { program == nil ? body[0].command : nil }

  /// The line that takes the place of a call.
  ///
  /// - Parameter aliased: The line of the alias.
  /// - Throws: An error if there are too few or too many words.
  func line(for call: ScriptLine, from aliased: ScriptLine) throws(Diagnostic) -> ScriptLine {
    let words = call.words.dropFirst().map(\.source.text)
    let places = head.parameters.filter { $0.preset == nil }
    if words.count < places.count {
      throw ArgumentReader(line: call, usage: head.usage).missing(places[words.count].name)
    }
    if places.count == head.parameters.count, words.count > places.count {
      throw call.words[places.count + 1].diagnostic(
        "unexpected '\(words[places.count])'",
        hint: "usage: \(head.usage)"
      )
    }
    let (bytes, expansion) = text(for: call, from: aliased)
    guard var line = try call.expanded(to: bytes, expansion) else {
      throw call.source.diagnostic("the alias '\(head.name)' is empty")
    }
    // Within quotes of the alias, the words are outside their own; a script can define variables in them.
    line.mayStartPrograms =
      call.mayStartPrograms && aliased.mayStartPrograms
      && (call.source.page.expansion?.hasVariables != true
        || !aliased.text.contains { "\"'`\\".contains($0) }
        || call.words.dropFirst().allSatisfy {
          $0.source.text.utf8.allSatisfy { $0.continuesVariableName || $0 == .doubleQuote }
        })
    return line
  }

  /// The text of that line; the alias stands for the name in the call.
  private func text(for call: ScriptLine, from aliased: ScriptLine) -> (bytes: [UInt8], LineExpansion) {
    let (name, all) = (call.words[0].source.range, call.rest(after: 1).range)
    let parts = Self.parts(of: aliased.text)
    var expansion = LineExpansion(of: .alias(head.name), in: call.source.page)
    var bytes: [UInt8] = []
    for part in parts {
      if part.place == "*" {
        expansion.copy(all, to: &bytes)
      } else if let number = part.place?.wholeNumberValue {
        let word = call.words[number]
        if part.isQuoted {
          expansion.append(word.text.escapedInDoubleQuotes, for: word.source.range, to: &bytes)
        } else {
          expansion.copy(word.source.range, to: &bytes)
        }
      } else {
        expansion.append(part.text, for: name, to: &bytes)
      }
    }
    if !parts.contains(where: { $0.place != nil }), !all.isEmpty {
      expansion.append(" ", for: name, to: &bytes)
      expansion.copy(all, to: &bytes)
    }
    return (bytes, expansion)
  }

  /// The line of an alias up to the words of a call; `nil` unless they are its last ones.
  var lineBeforeWords: String? {
    guard let aliased, head.parameters.count == 1 else { return nil }
    let hasPlace = aliased.text.hasSuffix(" \(head.parameters[0].name)")
    let text = String(aliased.text.dropLast(hasPlace ? 3 : 0))
    return text.contains("$") ? nil : text
  }

  /// A part of an alias's text: what it says, or the words of a call, in double quotes or not.
  private typealias Part = (text: String, place: Character?, isQuoted: Bool)

  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var (rest, said, isQuoted) = (text[...], "", false)
    func end(before place: Character?) {
      if !said.isEmpty { parts.append((said, nil, isQuoted)) }
      if let place { parts.append(("", place, isQuoted)) }
      said = ""
    }
    while let character = rest.popFirst() {
      if character == "$", let next = rest.first, "$*123456789".contains(next) {
        rest.removeFirst()
        if next == "$" { said.append(next) } else { end(before: next) }
      } else {
        if character == "\"", said.last != "\\" { isQuoted.toggle() }
        said.append(character)
      }
    }
    end(before: nil)
    return parts
  }
}

/// Compares macros by identity, because what is known about a macro is kept per object.
extension Macro: Hashable {
  package static func == (first: Macro, second: Macro) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
