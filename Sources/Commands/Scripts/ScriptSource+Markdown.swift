import Core

/// Scripts in Markdown documents: the fenced blocks of the language `todoscript`, each of which is a script of its own.
extension ScriptSource {
  /// The language of the blocks.
  private static let language = "todoscript"

  /// Whether a file is a Markdown document, by its name.
  package static func isMarkdown(_ path: String) -> Bool {
    [".md", ".markdown"].contains { path.lowercased().hasSuffix($0) }
  }

  /// The lines of each block, from 1.
  ///
  /// - Complexity: O(*n*) in the length of the document.
  package var fencedScripts: [Range<Int>] {
    var blocks: [Range<Int>] = []
    var fence: (mark: UInt8, length: Int, first: Int?, depth: Int)?
    func close(before end: Int) {
      if let first = fence?.first { blocks.append(first..<max(first, end)) }
      fence = nil
    }
    let lines = bytes.allLines
    for (index, quoted) in lines.enumerated() {
      let (line, depth) = Self.unquoted(quoted, atMost: fence?.depth)
      // A block ends with its quote.
      if let open = fence, depth < open.depth { close(before: index + 1) }
      let text = line.drop { $0 == .space }
      let length = text.prefix { $0 == text.first }.count
      guard let mark = text.first, mark == .backtick || mark == UInt8(ascii: "~"), length >= 3,
        line.count - text.count < 4
      else { continue }
      let rest = text.dropFirst(length)
      let info = rest.split { $0 == .space || $0 == .carriageReturn }
      if let open = fence {
        guard mark == open.mark, length >= open.length, info.isEmpty else { continue }
        close(before: index + 1)
      } else if mark == UInt8(ascii: "~") || !rest.contains(mark) {
        // Otherwise, it is code within a line.
        let isScript = info.first.map { $0.elementsEqual(Self.language.utf8) } ?? false
        fence = (mark, length, isScript ? index + 2 : nil, depth)
      }
    }
    // What is not closed goes on to the end of the document.
    close(before: lines.count + 1)
    return blocks
  }

  /// A line without the marks of the quotes around it, and the number of these marks.
  ///
  /// - Parameter most: The maximum number of marks; further ones belong to the text. `nil` for no limit.
  private static func unquoted(_ line: ArraySlice<UInt8>, atMost most: Int?) -> (ArraySlice<UInt8>, Int) {
    var rest = line
    var depth = 0
    while depth != most, case let text = rest.drop(while: { $0 == .space }),
      text.first == UInt8(ascii: ">"), rest.count - text.count < 4
    {
      rest = text.dropFirst()
      if rest.first == .space { rest.removeFirst() }
      depth += 1
    }
    return (rest, depth)
  }

  /// The lines of the block that contains a line or, if it is empty, begins there.
  package func fencedBlock(at line: Int) -> Range<Int>? {
    fencedScripts.first { $0.lowerBound == line || $0.contains(line) }
  }

  /// The block that contains a line. All other lines are empty, so that its lines keep their numbers.
  package func fencedScript(at line: Int) -> ScriptSource {
    let block = fencedBlock(at: line) ?? 0..<0
    let lines = bytes.allLines
    // The line before the first one opens the block.
    let depth =
      lines.dropFirst(max(0, block.lowerBound - 2)).first.map { Self.unquoted($0, atMost: nil).1 } ?? 0
    let kept = lines.enumerated().prefix { $0.offset + 1 < block.upperBound }.map { index, line -> [UInt8] in
      guard block.contains(index + 1) else { return [.newline] }
      let text = Self.unquoted(line, atMost: depth).0
      // Columns stay the same.
      return Array(repeating: .space, count: line.count - text.count) + text + [.newline]
    }
    return ScriptSource(kept.joined(), name: name, path: path)
  }
}
