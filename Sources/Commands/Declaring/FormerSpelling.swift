/// The spelling of a command in an earlier version, and the line that replaces it.
struct FormerSpelling {
  /// Its name, followed by its aliases.
  let names: [String]
  /// Its parameters, in capitals, and fixed words. `=` precedes the default value of a parameter.
  let words: String
  /// The line that replaces it, with the names of its parameters: `goto -N`. All other words are appended.
  let line: String

  var name: String { names[0] }

  /// The name of the command that replaces it.
  var command: String { String(line.prefix { $0 != " " }) }

  /// The line that replaces a line.
  ///
  /// - Throws: An error if a word is missing or differs.
  func line(for old: ScriptLine) throws(Diagnostic) -> String {
    var given = old.words.dropFirst().prefix { ArgumentSyntax.names.redirection(by: $0.raw) == nil }
    var values: [(name: Substring, text: String)] = []
    for word in words.split(separator: " ") {
      let name = word.prefix { $0 != "=" }
      if let value = given.popFirst() {
        guard name.first?.isUppercase == true || value.raw == name else {
          let other = self.name == "import" ? "'load FILE' loads a session; " : ""
          throw value.diagnostic("expected '\(name)', found '\(value.text)'", hint: other + note(on: line))
        }
        values.append((name, value.source.text))
      } else {
        guard name.count < word.count else {
          throw old.source.endPoint.diagnostic("\(self.name) needs \(name)", hint: note(on: line))
        }
        values.append((name, String(word.dropFirst(name.count + 1))))
      }
    }
    let new = line.split(separator: " ").map { part in
      values.first { part.hasSuffix($0.name) }.map { part.dropLast($0.name.count) + $0.text } ?? String(part)
    }
    let rest = old.rest(after: given.startIndex).text
    return (new + [rest]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The note that the spelling has changed.
  func note(on line: String) -> String { "'\(name)' is now written '\(line)'" }
}

/// A command in a line of a script, and what replaces it.
struct Respelling {
  /// The range of the command, from the first word of the line.
  let range: Range<Int>
  let new: String

  /// The line with the new spelling.
  func applied(to line: some Collection<UInt8>) -> [UInt8] {
    var bytes = Array(line)
    let start = bytes.prefix(while: \.isBlank).count
    bytes.replaceSubrange(start + range.lowerBound..<start + range.upperBound, with: new.utf8)
    return bytes
  }
}

extension CommandTable {
  /// The spellings of earlier versions, each with the line that replaces it.
  static let formerly = [
    (["back"], "N=1", "goto -N"), (["forward"], "N=1", "goto +N"),
    (["earlier"], "DURATION", "goto @-DURATION"),
    (["later"], "DURATION", "goto @+DURATION"), (["last"], "", "goto --changed"), (["marks"], "", "mark"),
    (["moves"], "", "log --moves"), (["compare"], "", "diff --commands"), (["answer"], "", "stub"),
    (["state"], "", "print"), (["when", "wh"], "", "find --periods"),
    // '-d' can be an expression: the negated member 'd' of a state.
    (["unwatch"], "", "watch --delete"), (["unbreak"], "", "break --delete"),
    (["unskip"], "", "skip --restore"),
    (["move-moment"], "A before B", "amend A --before B"), (["exhaustive"], "", "set exhaustive"),
    (["unmacro"], "", "macro -d"), (["import"], "itf FILE MAPPING=", "expect --trace FILE MAPPING"),
    (["apropos"], "", "help -k"), (["version"], "", "info --version"), (["unalias"], "", "alias -d"),
    (["transcript"], "", "record --text"),
  ].map { FormerSpelling(names: $0, words: $1, line: $2) }

  /// The lines of a script in these spellings, by their numbers, each with its new spelling.
  ///
  /// - Complexity: O(*n*) in the length of the script.
  func respelledLines(of script: [UInt8]) -> [Int: Respelling] {
    let lines = Script(scanning: script, file: "").lines.filter { $0.kind == .command }
    // A sourced script may define other commands with these names.
    if lines.contains(where: { role(of: $0) == .includes }) { return [:] }
    // An alias can have the name of a command.
    let aliases = Set(
      lines.filter { $0.words.count > 1 && entry(of: $0.words[0])?.command.role == .namesCommands }
        .map { $0.words[1].text }
    )
    return lines.reduce(into: [:]) { found, line in
      guard line.lines.count == 1, let (command, text) = respelled(line, except: aliases) else { return }
      let start = command.lowerBound - line.source.range.lowerBound
      found[line.lines.lowerBound] = Respelling(range: start..<start + command.count, new: text)
    }
  }

  /// A line in one of these spellings, or the command that is its argument, by its place, and what replaces it.
  private func respelled(_ line: ScriptLine, except aliases: Set<String>) -> (Range<Int>, String)? {
    guard let name = line.words.first, !aliases.contains(name.text), let entry = entry(of: name) else {
      return nil
    }
    guard let former = entry.former else {
      // The words after an alias follow its command.
      return entry.command.role == .namesCommands
        ? nil : command(in: line).flatMap { respelled($0, except: aliases) }
    }
    // An abbreviation may be the name of a macro.
    guard former.names.contains(name.text) else { return nil }
    return (try? former.line(for: line)).map { (line.source.range, $0) }
  }
}
