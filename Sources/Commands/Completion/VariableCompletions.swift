extension CompletionFinder {
  /// The completions of a variable at the cursor, as they are written in the word. Of several with the same
  /// name, the last one counts.
  ///
  /// - Parameters:
  ///   - line: The line up to the cursor.
  ///   - word: The part of it that a completion replaces.
  /// - Returns: `nil` if the cursor is not in the name of a variable.
  func variableCompletions(of line: Substring, word: String) -> [Completion]? {
    guard let dollar = line.lastIndex(of: "$") else { return nil }
    let before = line[..<dollar]
    var start = line[line.index(after: dollar)...]
    let hasBrace = start.first == "{"
    if hasBrace { start.removeFirst() }
    let isName = start.utf8.allSatisfy(\.continuesVariableName) && start.utf8.first?.isDigit != true
    guard isName, line.distance(from: start.startIndex, to: line.endIndex) <= word.count else { return nil }
    let typed = TypedWords(before)
    guard !typed.isEscaped, typed.quote != "'" else { return nil }
    // In a key path, the '$' stands for a property.
    let isProperty =
      before.utf8.last == .dot && before.utf8.last { !$0.continuesKeyPath } == .backslash
    if typed.quote == nil, !hasBrace, isProperty { return nil }
    let kept = word.dropLast(start.count)
    let hasOpenBracket = before.count { "([".contains($0) } > before.count { ")]".contains($0) }
    let goesOn = typed.quote == "\"" || kept.count > 1 || hasOpenBracket
    let named = Dictionary(sources.completions(.variables).map { ($0.text, $0) }) { $1 }
    return named.values.filter { $0.text.hasPrefix(start) }.sorted { $0.text < $1.text }.map {
      Completion(kept + $0.text + (hasBrace ? "}" : ""), summary: $0.summary, isFinal: !goesOn)
    }
  }
}

extension ScriptTree {
  /// The variables defined before the next line: those of the open blocks, and those that it assigns.
  var variableCompletions: [Completion] {
    zip([nil] + open, levels).flatMap { ($0?.head?.variables ?? []) + $1.variables }
  }
}

extension [ScriptNode] {
  /// The variables that they assign.
  fileprivate var variables: [Completion] {
    compactMap { node in
      guard node.role == .defines, let line = node.command,
        let definition = try? Definition(parsing: line.rest(after: 1))
      else { return nil }
      return Completion(definition.name, summary: definition.expression.source.text)
    }
  }
}

extension BlockHead {
  /// The variables local to the block.
  fileprivate var variables: [Completion] {
    switch self {
    case .macro(let head):
      head.parameters.map { parameter in
        let preset = parameter.preset.map { ", default \($0.literal)" } ?? ""
        return Completion(parameter.name, summary: "parameter of this macro\(preset)")
      }
    case .repetition(let repetition):
      repetition.counter.map { [Completion($0, summary: "number of the round, from 0")] } ?? []
    }
  }
}
