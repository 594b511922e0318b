import TodoShellCommands
import Core

/// The errors that `--check` reports.
extension LanguageServer {
  func answerDiagnostics() {
    onDocument("textDocument/diagnostic") { [unowned self] document, _ in
      ["kind": "full", "items": .array(diagnostics(in: document))]
    }
  }

  func publish(_ document: OpenDocument) {
    publish(document.uri, version: document.version, diagnostics(in: document))
  }

  func publish(_ uri: String, version: Int?, _ diagnostics: [JSON]) {
    server.notify(
      "textDocument/publishDiagnostics",
      ["uri": uri.json, "version": version?.json, "diagnostics": .array(diagnostics)]
    )
  }

  private func diagnostics(in document: OpenDocument) -> [JSON] {
    let script = document.script
    let elsewhere = script.diagnosticsElsewhere.map { error, line in
      diagnostic(
        error,
        at: document.range(of: line.source),
        saying: "\(error.location): \(error.message)",
        related: [
          [
            "location": location(of: error.location, length: error.length, in: error.sourceLine),
            "message": error.message.json,
          ]
        ]
      )
    }
    return elsewhere
      + script.diagnostics.map { error in
        let offsets = script.offsets(at: error.location, length: error.length, in: error.sourceLine)
        return diagnostic(error, at: document.range(of: offsets), saying: error.message)
      }
  }

  private func diagnostic(
    _ diagnostic: Diagnostic,
    at range: JSON,
    saying message: String,
    related: [JSON] = []
  ) -> JSON {
    [
      "range": range, "severity": diagnostic.severity == .error ? 1 : 2,
      "source": interpreter.application.name.json,
      "message": .string(([message] + Diagnosed(diagnostic).remarks).joined(separator: "\n")),
      "relatedInformation": related.nonEmpty?.json,
    ]
  }

  /// A place in a file that need not be open.
  ///
  /// - Parameters:
  ///   - place: Where it begins.
  ///   - length: Its length in Characters.
  ///   - line: The text of its line.
  func location(of place: SourceLocation, length: Int, in line: String) -> JSON {
    func position(_ column: Int) -> (Int, Int) { (place.line - 1, encoding.count(line.prefix(column).utf8)) }
    let range = JSON.range(position(place.column - 1), position(place.column - 1 + length))
    return ["uri": DocumentURI.uri(of: place.file).json, "range": range]
  }
}
