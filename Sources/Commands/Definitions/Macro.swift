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
    var places: Set<Character> = []
    _ = Self.filling(line.text) { place, _ in
      places.insert(place)
      return place == "$" ? "" : nil
    }
    let count = places.compactMap { $0.isASCII ? $0.wholeNumberValue : nil }.max() ?? 0
    var parameters = (0..<count).map { MacroHead.Parameter("$\($0 + 1)") }
    if count == 0 || places.contains("*") {
      parameters.append(MacroHead.Parameter("$*", preset: Variable(text: "")))
    }
    let head = MacroHead(name: name.text, source: name.source, parameters: parameters)
    self.init(head, [ScriptNode(.command(line))], nil)
  }

  /// What an error in the expansion of an alias says.
  static func note(onAlias name: String) -> String { "this line is the expansion of the alias '\(name)'" }

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
    let all = call.rest(after: 1).text
    var isAppended = places.isEmpty && !all.isEmpty
    var text = Self.filling(aliased.text) { place, isQuoted in
      switch place {
      case "$": return "$"
      case "*":
        isAppended = false
        return all
      case "1"..."9":
        return place.wholeNumberValue.map {
          isQuoted ? call.words[$0].text.escapedInDoubleQuotes : words[$0 - 1]
        }
      default: return nil
      }
    }
    if isAppended { text += " \(all)" }
    let location = call.location
    var line: ScriptLine
    do throws(Diagnostic) {
      let parsed = try ScriptLine.parse(text, file: location.file, line: location.line)
      guard let parsed else { throw call.source.diagnostic("the alias '\(head.name)' is empty") }
      line = parsed
    } catch {
      throw error.adding(notes: [Self.note(onAlias: head.name)])
    }
    // Within quotes of the alias, the words are outside their own; a script can define variables in them.
    line.mayStartPrograms =
      call.mayStartPrograms && aliased.mayStartPrograms
      && (call.source.page.expansion == nil || !aliased.text.contains { "\"'`\\".contains($0) }
        || call.words.dropFirst().allSatisfy {
          $0.source.text.utf8.allSatisfy { $0.continuesVariableName || $0 == .doubleQuote }
        })
    return line
  }

  /// The line of an alias up to the words of a call; `nil` unless they are its last ones.
  var lineBeforeWords: String? {
    guard let aliased, head.parameters.count == 1 else { return nil }
    let hasPlace = aliased.text.hasSuffix(" \(head.parameters[0].name)")
    let text = String(aliased.text.dropLast(hasPlace ? 3 : 0))
    return text.contains("$") ? nil : text
  }

  /// The text of an alias, with the values of what follows its dollar signs, in double quotes or not.
  private static func filling(_ text: String, _ value: (Character, _ isQuoted: Bool) -> String?) -> String {
    var filled = ""
    var rest = text[...]
    var isQuoted = false
    while let character = rest.popFirst() {
      if character == "$", let place = rest.first, let value = value(place, isQuoted) {
        filled += value
        rest.removeFirst()
      } else {
        if character == "\"", filled.last != "\\" { isQuoted.toggle() }
        filled.append(character)
      }
    }
    return filled
  }
}

/// Compares macros by identity, because what is known about a macro is kept per object.
extension Macro: Hashable {
  package static func == (first: Macro, second: Macro) -> Bool { first === second }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
