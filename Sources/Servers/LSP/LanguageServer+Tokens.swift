import TodoShellCommands
import Core

/// The colours of a script: those of the line editor.
extension LanguageServer {
  func answerTokens() {
    onDocument("textDocument/semanticTokens/full") { [unowned self] document, _ throws(RPCError) in
      tokens(document, try encoded(document, in: 0..<document.script.text.lineCount))
    }
    onDocument("textDocument/semanticTokens/full/delta") { [unowned self] document, params throws(RPCError) in
      let new = try encoded(document, in: 0..<document.script.text.lineCount)
      guard let old = document.tokens, params["previousResultId"]?.string == "\(old.id)" else {
        return tokens(document, new)
      }
      tokensID += 1
      document.tokens = (tokensID, new)
      let edit = TokenEncoder.edit(from: old.data, to: new)
      return ["resultId": "\(tokensID)", "edits": .array(edit.map { [$0] } ?? [])]
    }
    onDocument("textDocument/semanticTokens/range") { [unowned self] document, params throws(RPCError) in
      let lines = try document.lines(in: params["range"])
      return ["data": TokenEncoder.json(try encoded(document, in: lines))]
    }
  }

  private func tokens(_ document: OpenDocument, _ data: [UInt32]) -> JSON {
    tokensID += 1
    document.tokens = (tokensID, data)
    return ["resultId": "\(tokensID)", "data": TokenEncoder.json(data)]
  }

  private func encoded(
    _ document: OpenDocument,
    in lines: Range<Int>
  ) throws(RPCError) -> [UInt32] {
    let found = document.script.highlights(in: lines) { server.isCancelled }
    guard let found else { throw .cancelled }
    var encoder = TokenEncoder()
    for highlight in found {
      let (line, character, length) = document.place(of: highlight)
      encoder.add(line: line, character: character, length: length, highlight.style)
    }
    return encoder.data
  }
}

/// Encodes highlights as the protocol's numbers: five for each, relative to the one before.
struct TokenEncoder {
  private(set) var data: [UInt32] = []
  private var last = (line: 0, character: 0)

  /// The names of the styles, in the order of their numbers.
  private static let names = ["keyword", "string", "number", "comment", "invalid"]

  static var legend: JSON {
    ["tokenTypes": names.json, "tokenModifiers": []]
  }

  private static func number(of style: Style) -> UInt32 {
    switch style {
    case .strong, .prompt: 0
    case .added: 1
    case .note, .past: 2
    case .dimmed: 3
    case .error, .removed: 4
    }
  }

  mutating func add(line: Int, character: Int, length: Int, _ style: Style) {
    let isSameLine = line == last.line
    data += [
      UInt32(line - last.line), UInt32(character - (isSameLine ? last.character : 0)), UInt32(length),
      Self.number(of: style), 0,
    ]
    last = (line, character)
  }

  /// The numbers as a list, written as one text: creating a JSON value for each of a million would take too long.
  static func json(_ data: some Sequence<UInt32>) -> JSON {
    var text: [UInt8] = []
    for number in data {
      if !text.isEmpty { text.append(UInt8(ascii: ",")) }
      if number < 10 { text.append(UInt8(ascii: "0") + UInt8(number)) } else { text += String(number).utf8 }
    }
    return .array(text.isEmpty ? [] : [.number(String(decoding: text, as: UTF8.self))])
  }

  /// The edit that turns one list into another; `nil` if they are equal.
  static func edit(from old: [UInt32], to new: [UInt32]) -> JSON? {
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    if prefix == old.count, prefix == new.count { return nil }
    let room = min(old.count, new.count) - prefix
    var suffix = 0
    while suffix < room, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
    return [
      "start": prefix.json, "deleteCount": .number(old.count - suffix - prefix),
      "data": json(new[prefix..<new.count - suffix]),
    ]
  }
}
