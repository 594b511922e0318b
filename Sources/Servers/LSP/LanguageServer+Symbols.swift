import TodoShellCommands
import Core

/// The outline of a script: its macros and marks, with the variables and aliases that it defines.
extension LanguageServer {
  func answerSymbols() {
    onDocument("textDocument/documentSymbol") { [unowned self] document, _ in
      .array(symbols(in: document))
    }
    onDocument("textDocument/foldingRange") { document, _ in
      let outline = ScriptOutline(document.script)
      let ranges =
        outline.blocks.map { ($0.lines, "region") } + outline.outputs.map { ($0, "region") }
        + outline.comments.map { ($0, "comment") }
      return .array(
        ranges.filter { $0.0.count > 1 }.map { lines, kind in
          [
            "startLine": .number(lines.lowerBound - 1), "endLine": .number(lines.upperBound - 1),
            "kind": kind.json,
          ]
        }
      )
    }
  }

  private func symbols(in document: OpenDocument) -> [JSON] {
    let blocks = ScriptOutline(document.script).blocks.filter { $0.macro != nil }
    let macros = Dictionary(blocks.map { ($0.lines.lowerBound, $0.lines) }) { first, _ in first }
    return ScriptSymbols(document.script).all.filter { $0.isDefinition && $0.scope == 0 }.map { symbol in
      let place = document.range(of: symbol.source)
      let line = symbol.source.location.line
      return [
        "name": symbol.name.json, "kind": Self.kind(of: symbol).json,
        "range": symbol.kind == .macro ? macros[line].map { range(of: $0, in: document) } ?? place : place,
        "selectionRange": place,
      ]
    }
  }

  private func range(of lines: ClosedRange<Int>, in document: OpenDocument) -> JSON {
    let text = document.script.text
    return document.range(
      of: text.line(lines.lowerBound - 1).lowerBound..<text.line(lines.upperBound - 1).upperBound
    )
  }

  /// The protocol's kind of symbol.
  private static func kind(of symbol: ScriptSymbol) -> Int {
    switch symbol.kind {
    case .macro: 12  // a function
    case .variable: 13
    case .mark: 20  // a key
    }
  }
}

/// Formatting.
extension LanguageServer {
  func answerStructure() {
    onDocument("textDocument/formatting") { [unowned self] document, _ in
      edits(in: document, lines: 0..<document.script.text.lineCount)
    }
    onDocument("textDocument/rangeFormatting") { [unowned self] document, params throws(RPCError) in
      edits(in: document, lines: try document.lines(in: params["range"]))
    }
  }

  private func edits(in document: OpenDocument, lines: Range<Int>) -> JSON {
    let changes = ScriptFormatter(document.script).changes().filter { lines.contains($0.line) }
    return .array(
      changes.map { line, text in
        [
          "range": document.range(of: document.script.text.line(line)),
          "newText": String(decoding: text, as: UTF8.self).json,
        ]
      }
    )
  }
}
