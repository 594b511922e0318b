import Core

extension CompletionRequest {
  /// The files whose paths start with the word at the cursor; hidden files only after a leading dot.
  ///
  /// - Returns: Sorted paths, quoted where necessary; directories end in a slash, so that completion can continue.
  /// - Complexity: O(*n* log *n*) in the number of files in the folder.
  var fileCompletions: [Completion] {
    let typed = TypedWords(text[...])
    guard let path = typed.lastText, let written = typed.words.last else { return [] }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let start = path.dropFirst(folder.count)
    // A directory that cannot be listed has no completions; the command reports why.
    let base = folder.hasPrefix("/") ? "" : sources.folder
    let place = (written.hasPrefix("~/") ? folder.expandingHome : nil) ?? base + folder
    let all = (try? FileManager.default.contentsOfDirectory(atPath: place.isEmpty ? "." : place)) ?? []
    // Names with control characters are not offered, because they could affect the terminal.
    let names = all.filter {
      $0.hasPrefix(start) && $0.hasPrefix(".") == start.hasPrefix(".") && $0.controlCharactersEscaped == $0
    }
    // All candidates are quoted alike, so that their common prefix can be completed.
    let needsQuotes = { (name: String) -> Bool in
      name.contains { $0.isWhitespace || "\"'\\#$".contains($0) } || folder.isEmpty && name.hasPrefix("-")
    }
    let quotesAll = !written.isEmpty && names.contains(where: needsQuotes)
    return names.sorted().map { name in
      let kind = FileKind(at: place + name)
      let mark = kind == .folder ? "/" : ""
      return completion(
        of: typed,
        by: String(name.dropFirst(start.count)) + mark,
        inQuotes: quotesAll || needsQuotes(name),
        Completion("", label: name + mark, summary: kind.description, isFinal: kind != .folder)
      )
    }
  }
}
