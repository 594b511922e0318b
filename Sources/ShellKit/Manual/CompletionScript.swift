/// The completions of a program for bash, zsh and fish, with what the argument parser does not know: the words that may
/// stand in place of a script, and which options `test` takes.
struct CompletionScript {
  /// The script of the argument parser, and then the completed one.
  private(set) var text: String
  /// What the argument parser was expected to write, and did not: what belongs there is missing.
  private(set) var missing: [String] = []
  /// The name of the program as the script's functions have it.
  private var name = ""

  private static let words =
    [("test", "Run the scripts of folders in parallel"), ("run", "Run scripts one after the other")]
    + [("tour", "Start the guided tour"), ("new-notebook", "Write a Jupyter notebook")]
    + ServerProtocol.names.map { ($0, "Serve this protocol on standard input and output") }

  private static let onlyForTest: Set = ["--jobs", "-j", "--filter"]
  private static let notForTest: Set = [
    "-c", "-i", "--interactive", "-e", "--echo", "-n", "--check", "--format", "--session", "--continue",
    "--no-rc",
    "--private", "--manual", "--script-manual", "--event-schema", "--version",
  ]

  /// Completes a script of the argument parser.
  init(_ script: String) {
    text = script
    guard let name = script.firstMatch(of: /\b__(\w+?)_(offer_flags_options|complete|should_offer)/)?.1 else {
      missing = ["__PROGRAM_complete"]
      return
    }
    self.name = String(name)
    if script.hasPrefix("#!/bin/bash") {
      completeBash()
    } else if script.hasPrefix("#compdef") {
      completeZsh()
    } else {
      completeFish()
    }
  }

  /// Replaces the first place with a text.
  private mutating func replace(_ part: String, with new: String) {
    guard let range = text.firstRange(of: part) else { return missing.append(part) }
    text.replaceSubrange(range, with: new)
  }

  private mutating func completeBash() {
    let offer = "    __\(name)_offer_flags_options -1\n"
    let before = text.firstRange(of: offer).map { text[..<$0.lowerBound] } ?? ""
    let lists = before.matches(of: /local -a (\w+_(?:flags|options))=\((.*)\)/).map {
      (name: String($0.1), options: $0.2.split(separator: " ").map(String.init))
    }
    noteMissing(lists.flatMap(\.options))
    func assignments(without excluded: Set<String>) -> String {
      lists.map { list in
        let options = list.options.filter { !excluded.contains($0) }
        return "        \(list.name)=(\(options.joined(separator: " ")))\n"
      }.joined()
    }
    let choice = """
          if [[ "${COMP_CWORD}" -gt 1 && "${COMP_WORDS[1]}" = test ]]; then
      \(assignments(without: Self.notForTest))    else
      \(assignments(without: Self.onlyForTest))    fi

      """
    let files = "        __\(name)_add_completions -o plusdirs"
    let words = Self.words.map { "'\($0.0)'" }.joined(separator: "$'\\n'")
    replace(offer, with: choice + offer)
    replace(
      files,
      with: "        [[ \"${COMP_CWORD}\" -gt 1 ]] || __\(name)_add_completions -W \(words)\n" + files
    )
  }

  /// Notes the options that `test` takes alone, or does not take, of which there is no trace.
  private mutating func noteMissing(_ found: [String]) {
    missing += Self.onlyForTest.union(Self.notForTest).subtracting(found).sorted()
  }

  private mutating func completeZsh() {
    let words = Self.words.map { "            '\($0.0):\($0.1)'\n" }.joined()
    let function = """
      __\(name)_words_or_files() {
          if [[ "${CURRENT}" -eq 2 ]]; then
              local -ar program_words=(
      \(words)        )
              _describe -V word program_words
          fi
          _files -g '*.todoscript'
      }


      """
    func pattern(_ options: Set<String>) -> String { "*(\(options.sorted().joined(separator: "|")))\\[*" }
    let call = #"    _arguments -w -s -S : "${arg_specs[@]}" && ret=0"#
    let choice = """
          local -a offered_specs=("${(@)arg_specs:#\(pattern(Self.onlyForTest))}")
          if [[ "${CURRENT}" -gt 2 && "${words[2]}" = test ]]; then
              offered_specs=("${(@)arg_specs:#\(pattern(Self.notForTest))}")
          fi

      """
    // The parser's word 'help' would be a second definition of all arguments, which zsh refuses.
    let help = "        '(-): :->command'\n        '(-)*:: :->arg'\n"
    replace(help, with: "")
    replace("_\(name)() {", with: function + "_\(name)() {")
    replace(#"'*:file:_files -g '\''*.todoscript'\'''"#, with: "'*:file:__\(name)_words_or_files'")
    replace(call, with: choice + call.replacing("arg_specs", with: "offered_specs"))
  }

  private mutating func completeFish() {
    let offers = "__\(name)_should_offer_completions_for"
    var found: [String] = []
    let lines = text.allLines.map { line in
      guard let condition = line.firstMatch(of: /-n '(\w+_flags_or_options "[^" ]+")/) else {
        return String(line)
      }
      let names = line.matches(of: /\ -(s|l) '([^']+)'/).map { ($0.1 == "s" ? "-" : "--") + $0.2 }
      found += names
      let isForTest = "__fish_seen_subcommand_from test; and "
      var line = String(line)
      if names.contains(where: Self.onlyForTest.contains) {
        line.replace(condition.1, with: isForTest + condition.1, maxReplacements: 1)
      } else if names.contains(where: Self.notForTest.contains) {
        line.replace(condition.1, with: "not " + isForTest + condition.1, maxReplacements: 1)
      }
      return line
    }
    noteMissing(found)
    guard let command = text.firstMatch(of: /complete -c '([^']+)'/)?.1 else {
      return missing.append("complete -c")
    }
    let words = Self.words.map { word, summary in
      #"complete -c '\#(command)' -n '\#(offers)_positional "\#(command)" -eq 1' -fa '\#(word)' -d '\#(summary)'"#
    }
    text = (lines + words).joined(separator: "\n")
  }
}
