/// The words after the name of a command, which may be unfinished: its options with their values, its arguments, and what
/// redirects its output.
struct CommandWords {
  let command: AnyCommand
  private let words: [String]
  /// The places of the words that are neither options nor their values.
  private(set) var arguments: [Int] = []
  /// The options among them, by their first names.
  private var given: Set<String>
  /// Whether a further option can follow.
  private(set) var takesOptions: Bool
  /// The option whose value the next word is, and where that value begins.
  private(set) var open: (option: CommandOption, start: Int)?
  /// The syntax of the arguments.
  let syntax: ArgumentSyntax
  /// The place of a command that is an argument; all words after it are its own.
  private(set) var nested: Int?
  /// The first word that redirects the output, and where to.
  private(set) var redirection: (place: Int, target: ArgumentSyntax.Redirection)?

  init(_ words: [String], of entry: CommandEntry, _ types: FeatureTypes) {
    self.words = words
    command = entry.command
    given = Set(entry.former?.line.words ?? [])
    takesOptions = !command.options.isEmpty
    let isGiven = { (option: CommandOption) in option.names.contains(where: words.contains) }
    let takesSwift = command.options.contains { $0.continuesAfterComma && isGiven($0) }
    syntax = takesSwift ? .swift : command.form(where: isGiven).syntax
    for (place, word) in words.enumerated() {
      if let option = open?.option {
        if !option.continuesAfterComma || !word.hasSuffix(",") { open = nil }
      } else if let target = syntax.redirection(by: word) {
        redirection = (place, target)
        break
      } else if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, let option = command.options.first(where: { $0.names.contains(word) }),
        !form.takesNegation(word, before: words[place...].dropFirst().first, of: types)
      {
        given.insert(option.names[0])
        if option.value != nil { open = (option, place + 1) }
      } else {
        arguments.append(place)
        guard form.wordsBeforeCommand != nil, layout.last?.parameter.command != nil else { continue }
        nested = place
        takesOptions = false
        arguments += place + 1..<words.count
        break
      }
    }
  }

  /// The form of the command that the options choose.
  var form: CommandForm { command.form { given.contains($0.names[0]) } }

  /// The parameters that have words, with the places of these among the arguments.
  var layout: [(parameter: AnyParameter, words: Range<Int>)] {
    form.parameters.layout(of: arguments.map { words[$0] })
  }
}

/// A command of a line that may be unfinished.
struct TypedCall {
  /// The place of its first word.
  let place: Int
  /// Whether its first word is its name, rather than the start of an expression.
  let isNamed: Bool
  /// The words after its name; `nil` if no command has that name.
  let words: CommandWords?
}

extension CommandTable {
  /// The words of a line that calls a command.
  func words(of line: ScriptLine, calling entry: CommandEntry) -> CommandWords {
    CommandWords(line.words.dropFirst().map(\.raw), of: entry, types)
  }

  /// The commands of a line, outermost first: each is an argument of the one before it.
  ///
  /// - Parameters:
  ///   - definitions: The macros and aliases, and the child in focus.
  ///   - isMacro: Whether another word stands for a command.
  /// - Returns: The commands up to the first unknown one, and where an action begins, if it ends the line.
  func calls(
    in words: [String],
    with definitions: Definitions,
    isMacro: (String) -> Bool = { _ in false }
  ) -> (calls: [TypedCall], action: Int?) {
    var calls: [TypedCall] = []
    var place = 0
    while place < words.count, calls.count < ScriptExtent.deepest {
      let name = words[place]
      if name.hasPrefix(".") { return (calls, place) }
      let isMacro = definitions.hasMacro(name) || isMacro(name)
      let call =
        isMacro && !hasCommand(name) ? nil : call(startingWith: name, in: definitions.focused)
      let rest = call.map { CommandWords(Array(words[(place + 1)...]), of: $0.entry, types) }
      calls.append(TypedCall(place: place, isNamed: call?.isNamed ?? isMacro, words: rest))
      guard let nested = rest?.nested else { break }
      place += nested + 1
    }
    return (calls, nil)
  }

  /// Whether an open bracket continues a line: in Swift syntax it does, in text it is literal.
  func spansBrackets(_ line: Substring, with definitions: Definitions = Definitions()) -> Bool {
    let words = expandingAliases(in: TypedWords(line).words.map(String.init), with: definitions)
    let (calls, action) = calls(in: words, with: definitions)
    return action != nil || calls.last?.words?.form.parameters.contains(where: \.spansBrackets) == true
  }

  /// The words of a line with the lines of its aliases, whose words follow at their ends.
  func expandingAliases(in words: [String], with definitions: Definitions) -> [String] {
    var words = words
    // An alias can stand for itself.
    for _ in 0..<ScriptExtent.deepest {
      guard let last = calls(in: words, with: definitions).calls.last, last.words == nil,
        let line = definitions.macros[words[last.place]]?.lineBeforeWords
      else { break }
      words.replaceSubrange(last.place...last.place, with: TypedWords(line[...]).words.map(String.init))
    }
    return words
  }

  /// A line that calls a built-in command with words from a shell, which has removed their quotes. The values of options
  /// are quoted where necessary; other arguments may be parts of expressions.
  package func line(calling name: String, with words: [String]) -> String {
    let arguments = builtIn(named: name).map { CommandWords(words, of: $0, types).arguments } ?? []
    let written = words.indices.map { arguments.contains($0) ? words[$0] : words[$0].asWord }
    return ([name] + written).joined(separator: " ")
  }
}
