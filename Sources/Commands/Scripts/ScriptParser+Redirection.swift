import Core
import TodoShellSystem

/// Redirected output: `COMMAND > FILE`, `COMMAND | PROGRAM`.
extension ScriptParser {
  /// Reads what redirects the output of a line.
  ///
  /// - Parameter entry: The command that the line calls.
  /// - Returns: The number of words before it, and the redirection; `nil` if the output is not redirected.
  /// - Throws: An error in it.
  func redirection(
    of line: ScriptLine,
    calling entry: CommandEntry
  ) throws(Diagnostic) -> (wordCount: Int, Redirection)? {
    guard line.mayHaveMarks else { return nil }
    guard let redirection = table.words(of: line, calling: entry).redirection else { return nil }
    let place = redirection.place + 1
    guard allowsRedirection else {
      throw line.words[place].diagnostic("the output cannot be redirected here")
    }
    let target: Redirection.Target =
      switch redirection.target {
      case .file: .file(try file(after: place, of: line))
      case .program: .program(try program(after: place, of: line))
      }
    return (place, Redirection(target: target, line: line))
  }

  private func file(after place: Int, of line: ScriptLine) throws(Diagnostic) -> Located<String> {
    let words = line.words
    guard place + 1 < words.count else {
      throw line.source.endPoint.diagnostic("'\(words[place].text)' needs FILE")
    }
    if place + 2 < words.count {
      throw words[place + 2].diagnostic(
        "unexpected '\(words[place + 2].text)' after the file",
        hint: "quote a file name with spaces"
      )
    }
    let word = words[place + 1]
    let path = try word.path(from: folder)
    if let identity = FileIdentity(path: path),
      open.contains(where: { $0.identity.flatMap { FileIdentity(path: $0) } == identity })
    {
      throw word.diagnostic("'\(path)' is a running script", hint: "write the output to another file")
    }
    return Located(path, at: word.source)
  }

  private func program(after place: Int, of line: ScriptLine) throws(Diagnostic) -> SourceText {
    let mark = line.words[place]
    // What a script does must not depend on the programs of the machine, and reading one must be safe.
    guard line.mayStartPrograms else {
      throw mark.diagnostic(
        "'| PROGRAM' works only at the prompt and in the rc file, not in a script or in the aliases and macros that it defines",
        hint: line.source.page.expansion == nil
          ? "write the output to a file with '>| FILE', or pipe the output of the whole script"
          : "a variable's value could end the quotes around it: write the value itself"
      )
    }
    guard place + 1 < line.words.count else { throw line.source.endPoint.diagnostic("'|' needs PROGRAM") }
    return line.rest(after: place + 1)
  }
}

extension ScriptLine {
  /// Whether it contains a `>` or a `|`.
  fileprivate var mayHaveMarks: Bool {
    let source = source
    return source.page.bytes.withUnsafeBytes { bytes in
      let line = bytes.baseAddress.unsafelyUnwrapped + source.range.lowerBound
      return memchr(line, 0x3E, source.range.count) != nil || memchr(line, 0x7C, source.range.count) != nil
    }
  }
}

extension Diagnostic {
  /// The same error, with a note if a line looks as if `>` should redirect its output.
  func notingComparison(in line: ScriptLine) -> Diagnostic {
    let words = line.words.dropFirst().suffix(2).map(\.raw)
    guard words.contains(where: { $0.hasPrefix(">") && ![">=", ">|"].contains($0.prefix(2)) }) else {
      return self
    }
    return adding(notes: ["'>' compares here; '>| FILE' writes the output to a file"])
  }
}

/// Where the output of a command goes instead of the screen: `COMMAND > FILE`, `COMMAND | PROGRAM`.
struct Redirection {
  enum Target {
    /// A file, which it replaces.
    case file(Located<String>)
    /// A program with its arguments, in shell syntax.
    case program(SourceText)
  }

  let target: Target
  /// The whole line, as it was written.
  let line: ScriptLine
}
