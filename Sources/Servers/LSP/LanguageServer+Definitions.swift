import TodoShellCommands
import Core

/// Where names are defined and used.
extension LanguageServer {
  func answerDefinitions() {
    onPlace("textDocument/definition") { [unowned self] document, offset, _ in
      definition(in: document, at: offset) ?? .null
    }
    onPlace("textDocument/references") { document, offset, params in
      let isDeclarationIncluded = params["context"]?["includeDeclaration"]?.bool ?? true
      let uses = document.uses(at: offset)?.all.filter { isDeclarationIncluded || !$0.isDefinition } ?? []
      return .array(uses.map { document.location(of: $0.source) })
    }
    onPlace("textDocument/documentHighlight") { document, offset, _ in
      .array(
        (document.uses(at: offset)?.all ?? []).map { use in
          ["range": document.range(of: use.source), "kind": use.isDefinition ? 3 : 2]
        }
      )
    }
    onPlace("textDocument/prepareRename") { [unowned self] document, offset, _ throws(RPCError) in
      guard let symbol = try? renamed(in: document, at: offset).symbol else { return .null }
      return ["range": document.range(of: symbol.source), "placeholder": symbol.name.json]
    }
    onPlace("textDocument/rename") { [unowned self] document, offset, params throws(RPCError) in
      let (symbol, uses) = try renamed(in: document, at: offset)
      let name = params["newName"]?.string ?? ""
      if let problem = ScriptSymbols(document.script).problem(renaming: symbol, to: name) {
        throw RPCError(.invalidParams, problem)
      }
      let edits = uses.map { use in
        JSON.object(["range": document.range(of: use.source), "newText": name.json])
      }
      return ["changes": .object([(document.uri, .array(edits))])]
    }
  }

  private func definition(in document: OpenDocument, at offset: Int) -> JSON? {
    let cursor = document.script.location(of: offset)
    guard let line = document.script.line(at: cursor.line - 1),
      let place = line.source.page.offset(of: cursor)
    else { return nil }
    if let file = line.words.dropFirst().first(where: { $0.source.contains(place) }),
      interpreter.table.command(named: line.words[0].text)?.role == .includes,
      let path = document.script.sourcedPath(named: file)
    {
      return ["uri": DocumentURI.uri(of: path).json, "range": .range((0, 0), (0, 0))]
    }
    let symbols = ScriptSymbols(document.script)
    if let symbol = symbols.symbol(at: cursor) {
      // The definition that holds here is the last one before.
      let all = symbols.all.filter { $0.isDefinition && $0.isSame(as: symbol) }
      let before = all.last { $0.source.location <= symbol.source.location }
      if let found = before ?? all.first { return document.location(of: found.source) }
      guard symbol.kind == .macro else { return nil }
      let macro = interpreter.entering(document.script, at: offset) { _ in
        interpreter.definitions.macros[symbol.name]
      }
      return macro.map { macro in
        let (place, length, text) = macro.source.page.place(of: macro.source.range)
        return location(of: place, length: length, in: text)
      }
    }
    return nil
  }

  /// The name at a place and all of its uses, if it is defined in this script.
  private func renamed(
    in document: OpenDocument,
    at offset: Int
  ) throws(RPCError) -> (symbol: ScriptSymbol, uses: [ScriptSymbol]) {
    guard let (symbol, uses) = document.uses(at: offset), symbol.kind != .mark else {
      throw RPCError(.invalidParams, "only macros, aliases and variables can be renamed")
    }
    guard uses.contains(where: \.isDefinition) else {
      throw RPCError(.invalidParams, "'\(symbol.name)' is not defined in this script")
    }
    return (symbol, uses)
  }
}
