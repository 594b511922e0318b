import Commands
import Core
import Values

/// The errors that `--check` reports.
extension LanguageServer {
  func answerDiagnostics() {
    server.on("textDocument/diagnostic") { [unowned self] params throws(RPCError) in
      let document = try document(of: params)
      return .object(["kind": .string("full"), "items": .array(diagnostics(in: document))])
    }
  }

  func publish(_ document: OpenDocument<State, Action>) {
    publish(document.uri, version: document.version, diagnostics(in: document))
  }

  func publish(_ uri: String, version: Int?, _ diagnostics: [JSON]) {
    server.notify(
      "textDocument/publishDiagnostics",
      .object([
        "uri": .string(uri), "version": version.map(JSON.number), "diagnostics": .array(diagnostics),
      ])
    )
  }

  private func diagnostics(in document: OpenDocument<State, Action>) -> [JSON] {
    let script = document.script
    let elsewhere = script.diagnosticsElsewhere.map { error, line in
      diagnostic(
        error,
        at: document.range(of: line.source),
        saying: "\(error.location): \(error.message)",
        related: [related(to: error)]
      )
    }
    return elsewhere
      + script.diagnostics.map { error in
        let range = document.range(at: error.location, length: error.length, in: error.sourceLine)
        return diagnostic(error, at: range, saying: error.message)
      }
  }

  private func diagnostic(
    _ diagnostic: Diagnostic,
    at range: JSON,
    saying message: String,
    related: [JSON] = []
  ) -> JSON {
    let remarks = diagnostic.notes.map { "note: \($0)" } + (diagnostic.hint.map { ["help: \($0)"] } ?? [])
    return .object([
      "range": range, "severity": .number(diagnostic.severity == .error ? 1 : 2),
      "source": .string(interpreter.application.name),
      "message": .string(([message] + remarks).joined(separator: "\n")),
      "relatedInformation": related.isEmpty ? nil : .array(related),
    ])
  }

  /// The place of an error in another script.
  private func related(to error: Diagnostic) -> JSON {
    let line = error.location.line - 1
    let text = error.sourceLine
    func character(_ column: Int) -> Int { encoding.count(text.prefix(column).utf8) }
    let column = error.location.column - 1
    return .object([
      "location": .object([
        "uri": .string(DocumentURI.uri(of: error.location.file)),
        "range": .range((line, character(column)), (line, character(column + error.length))),
      ]),
      "message": .string(error.message),
    ])
  }
}
