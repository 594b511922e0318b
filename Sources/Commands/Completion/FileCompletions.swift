import Foundation

/// The files that a path could lead to.
enum FileCompletions {
  /// The files that the word at the cursor could name. Hidden ones are offered to those who begin with a dot.
  ///
  /// - Returns: Sorted, in quotes where these are needed; folders end in a slash, behind which one can go on.
  /// - Complexity: O(*n* log *n*) in the number of files in the folder.
  static func completions(for request: CompletionRequest) -> [Completion] {
    let typed = TypedWords(request.text[...])
    guard let path = typed.lastText, let written = typed.words.last else { return [] }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let start = path.dropFirst(folder.count)
    // What cannot be listed has nothing to offer; a command that names it will say why.
    let place = (written.hasPrefix("~/") ? folder.expandingHome : nil) ?? folder
    let all = (try? FileManager.default.contentsOfDirectory(atPath: place.isEmpty ? "." : place)) ?? []
    let names = all.filter {
      $0.hasPrefix(start) && ($0.hasPrefix(".") == start.hasPrefix(".")) && isShown($0)
    }
    // All that begin with what is typed are spelled in one way, so that it shows what they share.
    let needsQuotes = { name in hasSyntax(name) || (folder.isEmpty && name.hasPrefix("-")) }
    let quotesAll = !written.isEmpty && names.contains(where: needsQuotes)
    return names.sorted().map { name in
      let kind = FileKind(at: place + name)
      let mark = kind == .folder ? "/" : ""
      let spelling = spelling(
        of: String(name.dropFirst(start.count)) + mark,
        behind: written,
        quote: typed.quote,
        inQuotes: quotesAll || needsQuotes(name),
        isFinal: kind != .folder
      )
      // Of a word with blanks, only what follows the last one is replaced.
      var completion = Completion(
        String(spelling.dropFirst(written.count - request.word.count)),
        label: name + mark,
        summary: kind.description,
        isFinal: kind != .folder
      )
      completion.isRespelled = true
      return completion
    }
  }

  /// How the whole word is written, given what of it is typed already.
  private static func spelling(
    of rest: String,
    behind written: Substring,
    quote: Character?,
    inQuotes: Bool,
    isFinal: Bool
  ) -> String {
    let end = isFinal ? "\"" : ""
    switch quote {
    case "'":
      if !rest.contains("'") { return written + rest + (isFinal ? "'" : "") }
      return written + "'\"" + escaped(rest) + end
    case .some: return written + escaped(rest) + end
    case nil:
      guard inQuotes else { return written + rest }
      // Within quotes `~` is no home, and what is in quotes already stays as it is.
      if written.contains(where: { "\"'\\$".contains($0) }) { return written + "\"" + escaped(rest) + end }
      let home = written.hasPrefix("~/") ? "~/" : ""
      return home + "\"" + written.dropFirst(home.count) + escaped(rest) + end
    }
  }

  private static func escaped(_ text: String) -> String {
    String(text.quotedAsLiteral.dropFirst().dropLast())
  }

  /// Whether a name says something else unless it is in quotes.
  private static func hasSyntax(_ name: String) -> Bool {
    name.contains { $0.isWhitespace || "\"'\\#$".contains($0) }
  }

  /// A name with characters that could act on the terminal is left to be typed.
  private static func isShown(_ name: String) -> Bool { name.controlCharactersEscaped == name }
}
