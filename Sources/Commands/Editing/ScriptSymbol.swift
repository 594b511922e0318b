/// A place in a script that is being edited where a macro or an alias, a variable or a mark is named.
package struct ScriptSymbol {
  package enum Kind: Hashable, Sendable {
    case macro, variable, mark
  }

  package let kind: Kind
  package let name: String
  /// The place of the name.
  package let source: SourceText
  /// Whether it is defined here; otherwise it is used.
  package let isDefinition: Bool
  /// The block to which it belongs, as the number of its first line; 0 for the script.
  package let scope: Int

  /// Whether both name the same thing.
  package func isSame(as other: Self) -> Bool {
    kind == other.kind && name == other.name && scope == other.scope
  }
}

/// Finds the names in a script, in order.
package struct ScriptSymbols {
  package private(set) var all: [ScriptSymbol] = []
  private let table: CommandTable
  /// The names of all macros and aliases, including those in sourced scripts.
  private let taken: Set<String>
  /// The names of the macros and aliases so far, and of all that are not commands.
  private var macros: Set<String>
  /// The open blocks, by the numbers of their first lines, with the variables that belong to them.
  private var scopes: [(line: Int, names: Set<String>)] = []

  package init(_ script: EditedScript) {
    table = script.parser.table
    let atEnd = script.definitions(before: script.text.lineCount).0
    taken = Set(atEnd.macros.keys)
    macros = taken.filter { [table] in !table.hasCommand($0) }
    read(script.nodes)
  }

  /// The name at a place.
  package func symbol(at location: SourceLocation) -> ScriptSymbol? {
    all.first { symbol in
      let start = symbol.source.location
      return start.line == location.line && start.column <= location.column
        && location.column <= start.column + symbol.source.text.count
    }
  }

  /// The reason why a name cannot get another one; `nil` if it can.
  package func problem(renaming symbol: ScriptSymbol, to name: String) -> String? {
    let isCommand = symbol.kind != .variable
    let isTaken = all.contains {
      $0.name == name && ($0.kind == symbol.kind || isCommand && $0.kind == .macro)
    }
    if isTaken || isCommand && taken.contains(name) {
      return "'\(name)' is already in use in this script"
    }
    if symbol.kind == .variable {
      return Variable.isName(name)
        ? nil
        : "invalid variable name '\(name)': a name has letters, digits and '_', and does not start with a digit"
    }
    do {
      guard let line = try ScriptLine.parse("macro \(name)"), line.words.count == 2 else {
        return "a name is a single word"
      }
      var reader = ArgumentReader(line: line)
      _ = try MacroHead(reading: &reader, table)
      return nil
    } catch {
      return error.message
    }
  }

  private mutating func read(_ nodes: [ScriptNode]) {
    for node in nodes {
      guard let line = node.command else { continue }
      let isBlock = node.block != nil || node.role == .beginsBlock
      // The count of a `repeat` is not in its block.
      let inner = isBlock && line.words.count > 2 ? line.words[2].source.range.lowerBound : 0
      // An error in a reference has been reported.
      let references = (try? line.variables()) ?? []
      for reference in references where reference.range.lowerBound < inner { add(reference, in: line) }
      if isBlock { scopes.append((line.lines.lowerBound, [])) }
      readCommand(line)
      for reference in references where reference.range.lowerBound >= inner { add(reference, in: line) }
      read(node.block?.nodes ?? [])
      if isBlock { scopes.removeLast() }
    }
  }

  private mutating func add(_ reference: VariableReference, in line: ScriptLine) {
    let hasBraces = reference.range.count > reference.name.utf8.count + 1
    let start = reference.range.lowerBound + (hasBraces ? 2 : 1)
    let source = line.source.slice(start..<start + reference.name.utf8.count)
    add(.variable, reference.name, at: source)
  }

  private mutating func readCommand(_ line: ScriptLine) {
    guard let first = line.commandName else { return }
    let name = first.text
    addUse(of: name, at: first.source)
    guard table.hasCommand(name) || !macros.contains(name), let entry = table.entry(of: first) else { return }
    for (parameter, words) in table.arguments(of: line, calling: entry) {
      add(words, of: parameter, in: line)
    }
    let options = entry.command.options.filter { $0.naming == .steps }.flatMap(\.names)
    for (option, value) in zip(line.words, line.words.dropFirst()) where options.contains(option.raw) {
      for part in value.partsOutsideBrackets { addUse(of: part.text, at: part.source) }
    }
    if let inner = table.command(in: line) { readCommand(inner) }
  }

  /// Adds the symbols that the words of an argument name.
  private mutating func add(_ words: [Word], of parameter: AnyParameter, in line: ScriptLine) {
    switch parameter.names {
    case .parameter:
      for word in words {
        let name = String(word.raw.prefix { $0 != "=" })
        define(name, at: word.source.slice(ofFirst: name.utf8.count))
      }
    case .variable:
      guard let name = try? Definition.name(in: line) else { return }
      add(.variable, name, at: words[0].source.slice(ofFirst: name.utf8.count), isDefinition: true)
    case .symbol(let kind, let isNew):
      for word in words {
        // 'alias NAME' only shows it.
        let isDefinition = table.role(of: line) != .namesCommands || line.words.count > 2
        if isNew, kind == .macro { macros.insert(word.text) }
        add(kind, word.text, at: word.source, isDefinition: isNew && isDefinition)
      }
    case .command(let yieldsToState):
      guard words.count == 1 else { return }
      if yieldsToState, words[0].isQuoted || table.types.hasMember(startOf: words[0].text) { return }
      addUse(of: words[0].text, at: words[0].source)
    case .steps, nil: break
    }
  }

  private mutating func addUse(of name: String, at source: SourceText) {
    if macros.contains(name) { add(.macro, name, at: source) }
  }

  /// Adds a variable of the innermost block.
  private mutating func define(_ name: String, at source: SourceText) {
    if !scopes.isEmpty { scopes[scopes.count - 1].names.insert(name) }
    add(.variable, name, at: source, isDefinition: true)
  }

  private mutating func add(
    _ kind: ScriptSymbol.Kind,
    _ name: String,
    at source: SourceText,
    isDefinition: Bool = false
  ) {
    let scope = kind == .variable ? scopes.last { $0.names.contains(name) }?.line : nil
    all.append(
      ScriptSymbol(kind: kind, name: name, source: source, isDefinition: isDefinition, scope: scope ?? 0)
    )
  }
}

extension SourceText {
  fileprivate func slice(ofFirst count: Int) -> SourceText {
    slice(range.lowerBound..<range.lowerBound + count)
  }
}
