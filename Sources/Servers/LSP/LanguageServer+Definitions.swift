import Commands
import Core
import Values

/// Where names are defined and used.
extension LanguageServer {
  func answerDefinitions() {
    server.on("textDocument/definition") { [unowned self] params throws(RPCError) in
      let (document, offset) = try place(of: params)
      return definition(in: document, at: offset) ?? .null
    }
    server.on("textDocument/references") { [unowned self] params throws(RPCError) in
      let (document, offset) = try place(of: params)
      let isDeclarationIncluded = params["context"]?["includeDeclaration"]?.bool ?? true
      let symbols = occurrences(in: document, at: offset).filter { isDeclarationIncluded || !$0.isDefinition }
      return .array(symbols.map { location(of: $0.source, in: document) })
    }
    server.on("textDocument/documentHighlight") { [unowned self] params throws(RPCError) in
      let (document, offset) = try place(of: params)
      return .array(
        occurrences(in: document, at: offset).map { symbol in
          .object([
            "range": document.range(of: symbol.source), "kind": .number(symbol.isDefinition ? 3 : 2),
          ])
        }
      )
    }
    server.on("textDocument/prepareRename") { [unowned self] params throws(RPCError) in
      let (document, offset) = try place(of: params)
      guard let symbol = try? renamed(in: document, at: offset).symbol else { return .null }
      return .object(["range": document.range(of: symbol.source), "placeholder": .string(symbol.name)])
    }
    server.on("textDocument/rename") { [unowned self] params throws(RPCError) in
      let (document, offset) = try place(of: params)
      return try rename(in: document, at: offset, to: params["newName"]?.string ?? "")
    }
  }

  private func location(of source: SourceText, in document: OpenDocument<State, Action>) -> JSON {
    .object(["uri": .string(document.uri), "range": document.range(of: source)])
  }

  /// The place of a name in a script that need not be open.
  private func location(of source: SourceText) -> JSON {
    let (place, length, text) = source.page.place(of: source.range)
    func character(_ count: Int) -> Int { encoding.count(text.prefix(count).utf8) }
    let (line, column) = (place.line - 1, place.column - 1)
    return .object([
      "uri": .string(DocumentURI.uri(of: place.file)),
      "range": .range((line, character(column)), (line, character(column + length))),
    ])
  }

  private func definition(in document: OpenDocument<State, Action>, at offset: Int) -> JSON? {
    let cursor = document.location(of: offset)
    guard let line = document.script.commandLine(at: cursor.line - 1) else { return nil }
    if let file = line.words.dropFirst().first(where: { $0.source.contains(cursor) }),
      interpreter.table.command(named: line.words[0].text)?.name == "source",
      let path = document.script.sourcedPath(named: file)
    {
      return .object(["uri": .string(DocumentURI.uri(of: path)), "range": .range((0, 0), (0, 0))])
    }
    let symbols = ScriptSymbols(document.script)
    if let symbol = symbols.symbol(at: cursor) {
      // The definition that holds here is the last one before.
      let all = symbols.all.filter { $0.isDefinition && $0.isSame(as: symbol) }
      let before = all.last { $0.source.location <= symbol.source.location }
      if let found = before ?? all.first { return location(of: found.source, in: document) }
      enter(document, at: offset)
      let macro = symbol.kind == .macro ? interpreter.definitions.macros[symbol.name] : nil
      return macro.map { location(of: $0.source) }
    }
    guard let (beginning, _) = line.source.action(at: cursor),
      let named = NamedCase(beginning, in: Action.self)
    else { return nil }
    let places = SwiftCaseFinder(named).places(in: folders)
    return places.isEmpty ? nil : .array(places.map { location(of: $0) })
  }

  private func occurrences(in document: OpenDocument<State, Action>, at offset: Int) -> [ScriptSymbol] {
    let symbols = ScriptSymbols(document.script)
    guard let symbol = symbols.symbol(at: document.location(of: offset)) else { return [] }
    return symbols.all.filter { $0.isSame(as: symbol) }
  }

  /// The name at a place and all of its uses, if it is defined in this script.
  private func renamed(
    in document: OpenDocument<State, Action>,
    at offset: Int
  ) throws(RPCError) -> (symbol: ScriptSymbol, uses: [ScriptSymbol]) {
    let symbols = ScriptSymbols(document.script)
    let cursor = document.location(of: offset)
    guard let symbol = symbols.symbol(at: cursor), symbol.kind != .mark else {
      throw RPCError(.invalidParams, "only macros, aliases and variables can be renamed")
    }
    let uses = symbols.all.filter { $0.isSame(as: symbol) }
    guard uses.contains(where: \.isDefinition) else {
      throw RPCError(.invalidParams, "'\(symbol.name)' is not defined in this script")
    }
    return (symbol, uses)
  }

  private func rename(
    in document: OpenDocument<State, Action>,
    at offset: Int,
    to name: String
  ) throws(RPCError) -> JSON {
    let (symbol, uses) = try renamed(in: document, at: offset)
    if let problem = ScriptSymbols(document.script).problem(renaming: symbol, to: name) {
      throw RPCError(.invalidParams, problem)
    }
    let edits = uses.map { use in
      JSON.object(["range": document.range(of: use.source), "newText": .string(name)])
    }
    return .object(["changes": .object([document.uri: .array(edits)])])
  }
}

extension JSON {
  fileprivate static func object(_ members: [String: JSON]) -> JSON {
    .object(members.map { (name: $0.key, value: $0.value) })
  }
}
