/// A chapter of the guided tour: a script whose comments explain what its commands show.
public struct TourChapter: Sendable {
  /// The name of the chapter.
  public let name: String
  /// The script.
  public let script: String

  /// Creates a chapter.
  ///
  /// - Parameters:
  ///   - name: The name of the chapter, also used as the location of errors.
  ///   - script: The script.
  public init(name: String, script: String) {
    self.name = name
    self.script = script
  }

  /// A command or a block, with the comment before it.
  package struct Step {
    /// The comment above it, without `#`.
    package let comment: [String]
    /// The lines of the command, with its expected output.
    package let lines: [String]
    /// The number of its first line.
    package let number: Int

    /// The lines shown to the reader, without the expected output.
    package var shown: [String] { lines.filter { !$0.drop { $0 == " " }.hasPrefix("|") } }
  }

  /// The commands in order, each block as one command, and the comment after the last one.
  package func steps(
    _ table: CommandTable
  ) -> (steps: [Step], epilogue: [String]) {
    let lines = script.allLines.map(String.init)
    var next = 0
    let steps = ScriptSource(script.utf8, name: name).nodes(table).compactMap { node -> Step? in
      guard let first = node.command?.lines.lowerBound else { return nil }
      let end = node.lastLine
      defer { next = end }
      let comment = Self.comment(in: lines[next..<first - 1])
      return Step(comment: comment, lines: Array(lines[(first - 1)..<end]), number: first)
    }
    return (steps, Self.comment(in: lines[next...]))
  }

  private static func comment(in lines: ArraySlice<String>) -> [String] {
    lines.compactMap { line in
      let text = line.drop { $0 == " " }
      return text.hasPrefix("#") ? String(text.dropFirst().drop { $0 == " " }) : nil
    }
  }
}
