import TodoShellCommands
import Core

/// A script that is open in the editor.
final class OpenDocument {
  let uri: String
  /// The path, if it is a file.
  let path: String?
  var version: Int?
  let script: EditedScript
  let encoding: PositionEncoding
  /// The tokens that the client has, and their number.
  var tokens: (id: Int, data: [UInt32])?
  /// The starts of lines where a CR alone ends one: for the protocol it does, in a script it is an error.
  private var mixedStarts: [Int]?
  /// Whether a CR occurs in it. Only then does each change require a search for CRs that end lines.
  private var hasReturns = false

  init(
    uri: String,
    version: Int?,
    text: String,
    encoding: PositionEncoding,
    parser: ScriptParser
  ) {
    self.uri = uri
    self.version = version
    self.encoding = encoding
    path = DocumentURI.path(of: uri)
    script = EditedScript(text.utf8, name: path ?? uri, path: path, parser: parser)
    findReturns()
  }

  /// Applies the changes of a notification, in order.
  func apply(_ changes: [JSON]) {
    for change in changes {
      guard let text = change["text"]?.string else { continue }
      var range = 0..<script.text.bytes.count
      if let part = change["range"], part != .null {
        // A change that cannot be placed must not replace the rest of the document.
        guard let offsets = offsets(of: part) else { continue }
        range = offsets
      }
      script.replace(range, with: Array(text.utf8))
      if hasReturns || text.utf8.contains(.carriageReturn) { findReturns() }
    }
  }

  private func findReturns() {
    let bytes = script.text.bytes
    mixedStarts = nil
    hasReturns = bytes.contains(.carriageReturn)
    guard hasReturns else { return }
    var starts = [0]
    var hasLone = false
    for (index, byte) in bytes.enumerated() {
      let isLone =
        byte == .carriageReturn && (index + 1 == bytes.count || bytes[index + 1] != .newline)
      hasLone = hasLone || isLone
      if byte == .newline || isLone { starts.append(index + 1) }
    }
    if hasLone { mixedStarts = starts }
  }
}

/// Positions of the protocol, and offsets in the text.
extension OpenDocument {
  /// The number of lines of the protocol.
  var lineCount: Int { mixedStarts?.count ?? script.text.lineCount }

  /// The offset of a position; one after the end of a line or the text is at that end.
  func offset(of position: JSON) -> Int? {
    guard let line = position["line"]?.int, let character = position["character"]?.int, line >= 0,
      character >= 0
    else { return nil }
    let text = script.text
    guard line < lineCount else { return text.bytes.count }
    let range = self.line(line)
    return range.lowerBound + encoding.offset(character, in: text.bytes[range])
  }

  /// The offsets of a range.
  func offsets(of range: JSON) -> Range<Int>? {
    guard let start = range["start"].flatMap({ offset(of: $0) }),
      let end = range["end"].flatMap({ offset(of: $0) })
    else { return nil }
    return start..<max(start, end)
  }

  /// The lines that contain a range of the protocol.
  ///
  /// - Throws: An error if it is none.
  func lines(in range: JSON?) throws(RPCError) -> Range<Int> {
    guard let range = range.flatMap({ offsets(of: $0) }) else {
      throw RPCError(.invalidParams, "the parameter 'range' is not a range")
    }
    return script.text.line(at: range.lowerBound)..<script.text.line(at: range.upperBound) + 1
  }

  /// The position of an offset.
  ///
  /// - Complexity: O(log *n*) in the number of lines, and linear in the length of the line.
  func position(of offset: Int) -> (line: Int, character: Int) {
    let line = mixedStarts.map { starts in starts.partitioningIndex { $0 > offset } - 1 }
    let number = line ?? script.text.line(at: offset)
    let start = self.line(number).lowerBound
    return (number, encoding.count(script.text.bytes[start..<max(start, offset)]))
  }

  /// The position of a highlight, and its length.
  func place(of highlight: LineHighlight) -> (line: Int, character: Int, length: Int) {
    let start = script.text.line(highlight.line).lowerBound
    let range = start + highlight.range.lowerBound..<start + highlight.range.upperBound
    let length = encoding.count(script.text.bytes[range])
    guard mixedStarts == nil else {
      let (line, character) = position(of: range.lowerBound)
      return (line, character, length)
    }
    return (highlight.line, encoding.count(script.text.bytes[start..<range.lowerBound]), length)
  }

  /// The text of a line of the protocol, without its line end.
  private func line(_ number: Int) -> Range<Int> {
    guard let starts = mixedStarts else { return script.text.line(number) }
    let end = number + 1 < starts.count ? starts[number + 1] : script.text.bytes.count
    let text = script.text.bytes[starts[number]..<end]
    let ending = text.reversed().prefix { $0 == .newline || $0 == .carriageReturn }.count
    return starts[number]..<end - ending
  }

  /// The start of the line of an offset.
  func startOfLine(at offset: Int) -> Int { line(position(of: offset).line).lowerBound }

  func range(of offsets: Range<Int>) -> JSON {
    .range(position(of: offsets.lowerBound), position(of: offsets.upperBound))
  }

  /// The range of a place in the script, up to the end of its line at most.
  func range(of source: SourceText) -> JSON { range(of: script.offsets(of: source)) }

  /// The place of a text in this document.
  func location(of source: SourceText) -> JSON { ["uri": uri.json, "range": range(of: source)] }

  /// The name at an offset, and all of its uses.
  func uses(at offset: Int) -> (symbol: ScriptSymbol, all: [ScriptSymbol])? {
    let symbols = ScriptSymbols(script)
    guard let symbol = symbols.symbol(at: script.location(of: offset)) else { return nil }
    return (symbol, symbols.all.filter { $0.isSame(as: symbol) })
  }
}

extension JSON {
  static func position(_ position: (line: Int, character: Int)) -> JSON {
    ["line": position.line.json, "character": position.character.json]
  }

  static func range(_ start: (line: Int, character: Int), _ end: (line: Int, character: Int)) -> JSON {
    ["start": .position(start), "end": .position(end)]
  }
}
