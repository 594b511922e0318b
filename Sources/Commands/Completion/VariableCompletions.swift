/// Completions of a `$` at the cursor.
struct VariableCompletions {
  /// The part of the word before the name: the text that is kept, and the `$` or `${`.
  private let kept: Substring
  private let start: Substring
  private let hasBrace: Bool
  /// Whether the word continues after the name, as within double quotes or brackets.
  private let goesOn: Bool

  /// - Parameters:
  ///   - line: The line up to the cursor.
  ///   - word: The part of it that a completion replaces.
  /// - Returns: `nil` if the cursor is not in the name of a variable.
  init?(of line: Substring, word: String) {
    guard let dollar = line.lastIndex(of: "$") else { return nil }
    var start = line[line.index(after: dollar)...]
    hasBrace = start.first == "{"
    if hasBrace { start.removeFirst() }
    let isName = start.utf8.allSatisfy(\.continuesVariableName) && start.utf8.first?.isDigit != true
    guard isName, line.distance(from: start.startIndex, to: line.endIndex) <= word.count else { return nil }
    let typed = TypedWords(line[..<dollar])
    guard !typed.isEscaped, typed.quote != "'" else { return nil }
    if typed.quote == nil, !hasBrace, Self.isProperty(after: line[..<dollar]) { return nil }
    kept = word.dropLast(start.count)[...]
    self.start = start
    let before = line[..<dollar]
    let hasOpenBracket = before.count { "([".contains($0) } > before.count { ")]".contains($0) }
    goesOn = typed.quote == "\"" || kept.count > 1 || hasOpenBracket
  }

  /// Whether a `$` at this position stands for a property in a key path.
  private static func isProperty(after text: Substring) -> Bool {
    guard text.utf8.last == UInt8(ascii: ".") else { return false }
    return text.utf8.last { !$0.continuesKeyPath } == .backslash
  }

  /// The variables with this prefix, as they are written in the word.
  ///
  /// - Parameter variables: All variables; the last of several with the same name counts.
  func matches(among variables: [Completion]) -> [Completion] {
    let named = Dictionary(variables.map { ($0.text, $0) }) { $1 }
    return named.values.filter { $0.text.hasPrefix(start) }.sorted { $0.text < $1.text }.map {
      Completion(kept + $0.text + (hasBrace ? "}" : ""), summary: $0.summary, isFinal: !goesOn)
    }
  }
}

extension AnyInterpreter {
  /// The defined variables with their values.
  var variableCompletions: [Completion] {
    definitions.variables.map { Completion($0.key, summary: $0.value.literal.elided(to: 60)) }
  }
}

extension CommandTable {
  /// The variables defined at the end of a text: those of its open blocks, and those that it assigns.
  package func variableCompletions(in text: String) -> [Completion] {
    var blocks: [[Completion]] = [[]]
    for line in Script(scanning: text.utf8, file: "", firstLine: 1).lines {
      switch role(of: line) {
      case .defines:
        guard let definition = try? Definition(parsing: line.rest(after: 1)) else { continue }
        let completion = Completion(definition.name, summary: definition.expression.source.text)
        blocks[blocks.count - 1].append(completion)
      case .endsBlock: if blocks.count > 1 { blocks.removeLast() }
      default:
        if (try? opensBlock(line)) == true { blocks.append(variables(ofBlock: line)) }
      }
    }
    return blocks.flatMap(\.self)
  }

  /// The variables local to a block.
  private func variables(ofBlock line: ScriptLine) -> [Completion] {
    var reader = ArgumentReader(line: line, usage: "")
    if role(of: line) == .beginsMacro {
      let head = try? MacroHead(reading: &reader, self)
      return (head?.parameters ?? []).map { parameter in
        let preset = parameter.preset.map { ", default \($0.literal)" } ?? ""
        return Completion(parameter.name, summary: "parameter of this macro\(preset)")
      }
    }
    let counter = (try? Repetition(reading: &reader))?.counter
    return counter.map { [Completion($0, summary: "number of the round, from 0")] } ?? []
  }
}
