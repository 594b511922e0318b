import TodoShellCommands
import Core

/// What can be typed at the cursor, as at the terminal's Tab key.
extension LanguageServer {
  func answerCompletion() {
    onPlace("textDocument/completion") { [unowned self] document, offset, _ in
      let (word, completions) = interpreter.completions(in: document.script, at: offset)
      // A word that began on the line before cannot be replaced as a whole.
      let start = max(document.startOfLine(at: offset), offset - word.utf8.count)
      let range = document.range(of: start..<offset)
      let items = completions.enumerated().map { index, completion in
        let order = String(index)
        return JSON.object([
          "label": completion.label.json, "kind": Self.kind(of: completion).json,
          "detail": completion.summary.nonEmpty?.json,
          "sortText": .string(String(repeating: "0", count: max(0, 6 - order.count)) + order),
          // Editors drop an item that does not start with what is typed, such as one that is found by its title.
          "filterText": (completion.isRespelled ? word : completion.text).json,
          "textEdit": ["range": range, "newText": completion.text.json],
        ])
      }
      // What follows a dot or a bracket is a part of the same word, so each character asks again.
      return ["isIncomplete": true, "items": .array(items)]
    }
    onPlace("textDocument/signatureHelp") { [unowned self] document, offset, _ in
      signature(in: document, at: offset) ?? .null
    }
  }

  /// The kind of item, which editors show as a symbol.
  private static func kind(of completion: Completion) -> Int {
    switch completion.text.first {
    case ".": 20
    case "$": 6
    case "-": 10
    default: completion.text.last == "/" ? 19 : 1
    }
  }

  /// The usage of the command at the cursor.
  private func signature(in document: OpenDocument, at offset: Int) -> JSON? {
    guard let signature = interpreter.signature(in: document.script, at: offset) else { return nil }
    var start = signature.usage.startIndex
    let labels = signature.parameters.map { parameter -> JSON in
      guard clientTakesOffsets else { return parameter.json }
      // Brackets can enclose several optional parameters.
      let name = parameter.trimmingPrefix("[").prefix { $0 != "]" }
      let rest = signature.usage[start...]
      guard let range = rest.firstRange(of: parameter) ?? rest.firstRange(of: name) else {
        return parameter.json
      }
      start = range.upperBound
      let offset = { signature.usage.utf16.distance(from: signature.usage.startIndex, to: $0) }
      return [offset(range.lowerBound).json, offset(range.upperBound).json]
    }
    return [
      "signatures": [
        [
          "label": signature.usage.json, "documentation": signature.summary.json,
          "parameters": .array(labels.map { ["label": $0] }),
        ]
      ],
      "activeSignature": 0,
      "activeParameter": labels.isEmpty ? .null : min(signature.active, labels.count - 1).json,
    ]
  }
}
