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
    package var lines: [String]
    /// The number of its first line.
    package let number: Int

    /// The lines shown to the reader, without the expected output.
    package var shown: [String] { lines.filter { !$0.drop { $0 == " " }.hasPrefix("|") } }
  }

  /// The commands in order, each block as one command, and the comment after the last one.
  package func steps(
    _ table: CommandTable
  ) -> (steps: [Step], epilogue: [String]) {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var steps: [Step] = []
    var next = 0
    var depth = 0
    for command in Script(scanning: script.utf8, file: name).lines {
      let own = Array(lines[(command.lines.lowerBound - 1)..<command.lines.upperBound])
      if depth > 0 {
        steps[steps.count - 1].lines += lines[next..<command.lines.upperBound]
      } else if command.kind == .expectedOutput, !steps.isEmpty {
        steps[steps.count - 1].lines += own
      } else {
        let comment = Self.comment(in: lines[next..<(command.lines.lowerBound - 1)])
        steps.append(Step(comment: comment, lines: own, number: command.lines.lowerBound))
      }
      next = command.lines.upperBound
      if table.role(of: command) == .endsBlock { depth = max(0, depth - 1) }
      if (try? table.opensBlock(command)) == true { depth += 1 }
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
