/// The aliases of command lines.
///
/// In the expansion of an alias, `$1` to `$9` are the words after its name and `$*` all of them, unparsed; without
/// either, they are appended. `$$` is a dollar sign. Anything else that starts with `$` is kept.
package struct AliasTable: Hashable {
  private var commands: [String: Alias] = [:]

  private struct Alias: Hashable {
    let command: String
    /// Whether the line that defined it may start programs.
    let mayStartPrograms: Bool
  }

  package init() {
  }

  /// The aliases, sorted by name.
  var all: [(name: String, command: String)] {
    commands.sorted { $0.key < $1.key }.map { (name: $0.key, command: $0.value.command) }
  }

  var isEmpty: Bool { commands.isEmpty }

  package subscript(name: String) -> String? { commands[name]?.command }

  /// Defines an alias.
  ///
  /// - Parameter line: The line that defines it.
  mutating func define(_ name: String, as command: String, in line: ScriptLine) {
    commands[name] = Alias(command: command, mayStartPrograms: line.mayStartPrograms)
  }

  mutating func remove(_ name: String) { commands[name] = nil }

  /// Expands a line as long as its first word is an alias.
  ///
  /// - Parameter isCommand: Whether a command has a name; an alias that names itself means that command, as in
  ///   `alias list = list --all`.
  /// - Throws: An error if there are too few or too many words, or for an alias cycle.
  func expanded(_ line: ScriptLine, isCommand: (String) -> Bool) throws(Diagnostic) -> ScriptLine {
    var line = line
    var names: [String] = []
    while line.kind == .command, let word = line.words.first, let alias = commands[word.text] {
      if names.contains(word.text) {
        if isCommand(word.text) { break }
        throw line.source.diagnostic(
          "alias cycle: \((names + [word.text]).joined(separator: " → "))",
          hint: "'alias -d \(word.text)' breaks the cycle"
        )
      }
      names.append(word.text)
      let text = try Self.substituting(line, in: alias.command)
      do throws(Diagnostic) {
        let location = line.location
        guard var next = try ScriptLine.parse(text, file: location.file, line: location.line) else {
          throw line.source.diagnostic("the alias '\(word.text)' is empty")
        }
        // Within quotes of the alias, the words are outside their own; a script can define variables in them.
        next.mayStartPrograms =
          line.mayStartPrograms && alias.mayStartPrograms
          && (line.source.page.expansion == nil || !alias.command.contains { "\"'`\\".contains($0) }
            || line.words.dropFirst().allSatisfy {
              $0.source.text.utf8.allSatisfy { $0.continuesVariableName || $0 == .doubleQuote }
            })
        line = next
      } catch {
        throw error.noting(alias: word.text)
      }
    }
    return line
  }

  /// How many words must follow the name of an alias with this expansion.
  static func wordCount(of command: String) -> Int {
    zip(command, command.dropFirst()).reduce(0) { count, pair in
      guard pair.0 == "$", let number = pair.1.wholeNumberValue, pair.1.isASCII else { return count }
      return max(count, number)
    }
  }

  private static func substituting(_ line: ScriptLine, in command: String) throws(Diagnostic) -> String {
    let words = line.words.dropFirst().map(\.source.text)
    let all = line.rest(after: 1).text
    var text = ""
    var used = 0
    var takesAll = false
    var rest = command[...]
    while let character = rest.popFirst() {
      guard character == "$", let next = rest.first else {
        text.append(character)
        continue
      }
      if next == "$" {
        text.append("$")
      } else if next == "*" {
        takesAll = true
        text += all
      } else if let number = next.wholeNumberValue, number > 0, next.isASCII {
        used = max(used, number)
        text += number <= words.count ? words[number - 1] : ""
      } else {
        text.append(character)
        continue
      }
      rest.removeFirst()
    }
    let name = line.words[0].text
    guard words.count >= used else {
      throw line.source.endPoint.diagnostic(
        "the alias '\(name)' needs \(counted(used, "word")) after it",
        hint: "it expands to: \(command)"
      )
    }
    if used == 0, !takesAll, !all.isEmpty { return "\(text) \(all)" }
    guard takesAll || words.count == used || used == 0 else {
      throw line.words[used + 1].diagnostic(
        "unexpected '\(words[used])'",
        hint: "the alias '\(name)' expands to: \(command)"
      )
    }
    return text
  }
}

extension Diagnostic {
  /// The same diagnostic, in the expansion of an alias.
  func noting(alias name: String) -> Diagnostic {
    adding(notes: ["this line is the expansion of the alias '\(name)'"])
  }
}
