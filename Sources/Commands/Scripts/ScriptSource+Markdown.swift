import Core

/// Scripts in Markdown documents: the fenced blocks of the language `todoscript`, each of which is a script of its own.
extension ScriptSource {
  /// The language of the blocks.
  private static let language = "todoscript"

  /// Whether a file is a Markdown document, by its name.
  package static func isMarkdown(_ path: String) -> Bool {
    [".md", ".markdown"].contains { path.lowercased().hasSuffix($0) }
  }

  /// The document and the line that a name such as `README.md:12` stands for; `nil` if it is another name.
  package static func markdownPlace(_ name: String) -> (path: String, line: Int)? {
    guard let colon = name.lastIndex(of: ":"), let line = Int(name[name.index(after: colon)...]),
      isMarkdown(String(name[..<colon]))
    else { return nil }
    return (String(name[..<colon]), line)
  }

  /// The lines of each block, from 1.
  ///
  /// - Complexity: O(*n*) in the length of the document.
  package var fencedScripts: [Range<Int>] {
    var blocks: [Range<Int>] = []
    var fence: (mark: UInt8, length: Int, first: Int?)?
    let lines = bytes.split(separator: .newline, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      let length = text.prefix { $0 == text.first }.count
      guard let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~"), length >= 3,
        line.count - text.count < 4
      else { continue }
      let rest = text.dropFirst(length)
      let info = rest.split { $0 == UInt8(ascii: " ") || $0 == .carriageReturn }
      if let open = fence {
        guard mark == open.mark, length >= open.length, info.isEmpty else { continue }
        if let first = open.first { blocks.append(first..<index + 1) }
        fence = nil
      } else if mark == UInt8(ascii: "~") || !rest.contains(mark) {
        // Otherwise, it is code within a line.
        let isScript = info.first.map { $0.elementsEqual(Self.language.utf8) } ?? false
        fence = (mark, length, isScript ? index + 2 : nil)
      }
    }
    // What is not closed goes on to the end of the document.
    if let first = fence?.first { blocks.append(first..<max(first, lines.count + 1)) }
    return blocks
  }

  /// The block that contains a line. All other lines are empty, so that its lines keep their numbers.
  package func fencedScript(at line: Int) -> ScriptSource {
    let block = fencedScripts.first { $0.contains(line) } ?? 0..<0
    let lines = bytes.split(separator: .newline, omittingEmptySubsequences: false)
    let kept = lines.enumerated().prefix { $0.offset + 1 < block.upperBound }.map { index, line in
      (block.contains(index + 1) ? Array(line) : []) + [.newline]
    }
    return ScriptSource(kept.joined(), name: name, path: path)
  }
}
