import TodoShellCommands
import Core

/// Help on what is under the cursor, and its type.
extension LanguageServer {
  func answerHelp() {
    onPlace("textDocument/hover") { [unowned self] document, offset, params in
      guard let line = params["position"]?["line"]?.int, line < document.lineCount,
        let (text, source) = interpreter.inspect(document.script, at: offset)
      else { return .null }
      return [
        "contents": ["kind": "markdown", "value": "```text\n\(text)\n```"],
        "range": document.range(of: source),
      ]
    }
  }
}
