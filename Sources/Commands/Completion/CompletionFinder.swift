/// Finds the completions at the cursor: the names of commands, then the completions of a command's parameters.
package struct CompletionFinder {
  let table: CommandTable
  package var sources = CompletionSources()
  /// How many commands the completed one is nested in.
  var depth = 0

  /// The completions of the word that ends at the cursor.
  ///
  /// - Parameters:
  ///   - text: The line up to the cursor.
  ///   - state: The state, which arguments may depend on.
  package func completions(of text: Substring, in state: Any) -> [Completion] {
    let word = String(text.completedWord)
    if let variables = variableCompletions(of: text, word: word) { return variables }
    var request = CompletionRequest(state: state, text: "", word: "", sources: sources)
    request.sources.commands = { names }
    request.sources.steps = {
      table.vocabularies.flatMap(\.commands).filter(\.isExplored).map(\.completion) + sources.macroCompletions
    }
    return completions(of: text, at: request)
  }

  private func completions(of text: Substring, at outer: CompletionRequest) -> [Completion] {
    let text = text.drop { $0 == " " }
    if text.hasPrefix(".") {
      return outer.about(text)
        .actionCompletions(of: table.types.action)
    }
    let name = String(text.prefix { $0 != " " })
    guard name.count < text.count else { return nameCompletions(of: name, at: outer.about(text)) }
    let macros = sources.macros()
    let expansion = table.hasCommand(name) ? nil : macros[name]?.lineBeforeWords
    let line = expansion.map { ($0 + text.dropFirst(name.count))[...] } ?? text
    let first = line.prefix { $0 != " " }
    var finder = self
    finder.depth += 1
    // The command of an alias can name the alias itself.
    guard finder.depth <= ScriptExtent.deepest,
      let call = table.call(startingWith: String(first), in: sources.focused()),
      call.isNamed || macros[String(first)] == nil
    else { return [] }
    let arguments = call.isNamed ? line[first.endIndex...].drop { $0 == " " } : line
    let request = outer.about(arguments)
    return Completion.matches(of: request.word, among: finder.completions(for: call.entry, request))
  }

  /// The commands whose names have a prefix, and the names of the state. As when a line runs, commands for actions are
  /// included only if no other command has the prefix.
  private func nameCompletions(of text: String, at request: CompletionRequest) -> [Completion] {
    let found = names.filter { $0.text.hasPrefix(text) }
    let commands = [sources.focused(), table.actions].compactMap(\.self)
    let actions = commands.flatMap { text.isEmpty ? $0.vocabulary.entries : $0.entries(startingWith: text) }
    let members = text.first?.isLetter == true ? request.memberCompletions : []
    return found + (found.isEmpty || text.isEmpty ? actions : []).map(\.command.completion)
      + members.filter { $0.text.hasPrefix(text) && !table.hasCommand($0.text) }
  }

  private var names: [Completion] {
    let commands = table.vocabularies.flatMap(\.commands).filter { !$0.isHidden }.map(\.completion)
    return (commands + sources.macroCompletions).sorted { $0.text < $1.text }
  }

  private func completions(for entry: CommandEntry, _ request: CompletionRequest) -> [Completion] {
    let typed = TypedWords(request.text[...]).words
    let finished = typed.dropLast().map(String.init)
    let read = CommandWords(finished, of: entry, table.types)
    let parameters = read.form.parameters
    if let (place, target) = read.redirection {
      return target == .program && place == finished.count - 1 ? [] : request.fileCompletions
    }
    /// The request for the words that begin at a position.
    func part(from place: Int) -> CompletionRequest {
      request.about(request.text[typed[place].startIndex...], word: request.word)
    }
    if let (option, start) = read.open { return option.completions(part(from: start)) }
    if read.takesOptions, request.word.hasPrefix("-") {
      return read.command.options.filter { !$0.isHidden }.compactMap { option in
        let name = option.names.first { $0.hasPrefix(request.word) }
        return name.map { Completion($0, summary: option.summary) }
      }
    }
    let places = read.arguments + [finished.count]
    guard let (parameter, words) = parameters.layout(of: places.map { typed[$0] }).last,
      words.contains(places.count - 1)
    else { return [] }
    let own = part(from: places[words.lowerBound])
    if let nested = parameter.command { return completions(of: nested, at: own) }
    let offered = parameter.completions(own)
    // A parameter of several words that is not the last one ends where the last one begins.
    let isEnded = places.count > parameters.count && !parameter.takesSeveralWords
    return isEnded && offered.contains { $0.text == finished.last } ? [] : offered
  }

  /// The completions in a command that is the argument of another one.
  private func completions(of command: NestedCommand, at request: CompletionRequest) -> [Completion] {
    let text = request.text[...]
    let found = completions(of: text, at: request)
    guard command == .replaying else { return found }
    // Only the names of commands that drive the session; no command that takes another one does.
    guard let space = text.firstIndex(of: " ") else {
      return found.filter {
        table.call(startingWith: $0.text, in: sources.focused())
          .map { $0.isNamed && $0.entry.command.drivesSession } ?? true
      }
    }
    return table.command(named: String(text[..<space]))?.takesCommand == true ? [] : found
  }
}
