import Foundation

/// The files that a path could lead to.
enum FileCompletions {
  /// - Parameter path: The beginning of a path. Hidden files are offered to those who begin with a dot.
  /// - Returns: Sorted; folders end in a slash, behind which one can go on.
  /// - Complexity: O(*n* log *n*) in the number of files in the folder.
  static func completions(of path: String) -> [Completion] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let start = path.dropFirst(folder.count)
    // What cannot be listed has nothing to offer; a command that names it will say why.
    let place = folder.expandingHome ?? folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.isEmpty ? "." : place)) ?? []
    return names.filter { $0.hasPrefix(start) && ($0.hasPrefix(".") == start.hasPrefix(".")) && isPlain($0) }
      .sorted()
      .map { name in
        let kind = FileKind(at: place + name)
        let mark = kind == .folder ? "/" : ""
        return Completion(
          folder + name + mark,
          label: name + mark,
          summary: kind.description,
          isFinal: kind != .folder
        )
      }
  }

  /// A name that would have to be quoted is left to be typed.
  private static func isPlain(_ name: String) -> Bool {
    name.allSatisfy { !$0.isWhitespace && !"\"'\\#".contains($0) } && name.controlCharactersEscaped == name
  }
}
