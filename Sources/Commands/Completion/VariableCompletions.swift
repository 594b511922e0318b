/// What a `$` at the cursor may become.
struct VariableCompletions {
  /// What stands before the name in the word: what is kept of it, and the `$` or `${`.
  private let kept: Substring
  private let start: Substring
  private let hasBrace: Bool
  /// Whether the word goes on behind the name, as within double quotes or brackets.
  private let goesOn: Bool

  /// - Parameters:
  ///   - line: The line up to the cursor.
  ///   - word: What of it a completion replaces.
  /// - Returns: `nil` where no variable is being named.
  init?(of line: Substring, word: String) {
    guard let dollar = line.lastIndex(of: "$") else { return nil }
    var start = line[line.index(after: dollar)...]
    hasBrace = start.first == "{"
    if hasBrace { start.removeFirst() }
    let isName = start.utf8.allSatisfy(\.continuesVariableName) && start.utf8.first?.isDigit != true
    guard isName, line.distance(from: start.startIndex, to: line.endIndex) <= word.count else { return nil }
    let typed = TypedWords(line[..<dollar])
    guard !typed.isEscaped, typed.quote != "'" else { return nil }
    if typed.quote == nil, !hasBrace, Self.isProperty(behind: line[..<dollar]) { return nil }
    kept = word.dropLast(start.count)[...]
    self.start = start
    let before = line[..<dollar]
    let hasOpenBracket = before.count { "([".contains($0) } > before.count { ")]".contains($0) }
    goesOn = typed.quote == "\"" || kept.count > 1 || hasOpenBracket
  }

  /// Whether a `$` begins the name of a property in a key path there.
  private static func isProperty(behind text: Substring) -> Bool {
    guard text.utf8.last == UInt8(ascii: ".") else { return false }
    return text.utf8.last { !$0.continuesKeyPath } == .backslash
  }

  /// The variables that start like this, as they would stand in the word.
  ///
  /// - Parameter variables: All that there are, by their names; of two with the same name the last one counts.
  func matches(among variables: [Completion]) -> [Completion] {
    let named = Dictionary(variables.map { ($0.text, $0) }) { $1 }
    return named.values.filter { $0.text.hasPrefix(start) }.sorted { $0.text < $1.text }.map {
      Completion(kept + $0.text + (hasBrace ? "}" : ""), summary: $0.summary, isFinal: !goesOn)
    }
  }
}

extension Interpreter {
  /// The variables that there are, with their values.
  var variableCompletions: [Completion] {
    definitions.variables.map { Completion($0.key, summary: $0.value.literal.truncated(to: 60)) }
  }
}

extension OpenBlocks {
  /// The variables that are there at the end of a text only: those of its open blocks, and what it gives values to.
  package func variableCompletions(in text: String) -> [Completion] {
    var blocks: [[Completion]] = [[]]
    for line in Script(scanning: text.utf8, file: "", firstLine: 1).commandLines {
      switch table.role(of: line) {
      case .defines:
        guard let definition = try? Definition(parsing: line.rest(after: 1)) else { continue }
        let completion = Completion(definition.name, summary: definition.expression.source.text)
        blocks[blocks.count - 1].append(completion)
      case .endsBlock: if blocks.count > 1 { blocks.removeLast() }
      default:
        if (try? table.opensBlock(line)) == true { blocks.append(table.variables(ofBlock: line)) }
      }
    }
    return blocks.flatMap(\.self)
  }
}

extension CommandTable {
  /// The variables that a block has for itself.
  fileprivate func variables(ofBlock line: CommandLine) -> [Completion] {
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
