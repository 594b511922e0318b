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
    let request = CompletionRequest(state: state, text: "", word: "", sources: sources)
    return completions(of: text, at: request) + queryCompletions(of: text, word: word, at: request)
  }

  /// The completions in a line that is an expression over the state, such as `todos.count`.
  private func queryCompletions(
    of text: Substring,
    word: String,
    at request: CompletionRequest
  ) -> [Completion] {
    let text = text.drop { $0 == " " }
    let name = String(text.prefix { $0 != " " })
    // The name of a command takes precedence over that of a member.
    let isCommand = table.command(named: name) != nil || names.contains { $0.text == name }
    guard text.first?.isLetter == true, text == name || !isCommand && table.types.hasMember(startOf: name)
    else { return [] }
    let request = request.about(text)
    let finished = TypedWords(text).words.dropLast().map(String.init)
    if let files = redirectionCompletions(by: .swift, after: finished, request) { return files }
    return request.memberCompletions.filter { $0.text.hasPrefix(word) && !table.hasCommand($0.text) }
  }

  private func completions(of text: Substring, at outer: CompletionRequest) -> [Completion] {
    let text = text.drop { $0 == " " }
    if text.hasPrefix(".") {
      return outer.about(text)
        .actionCompletions(of: table.types.action)
    }
    guard let end = text.firstIndex(of: " ") else { return nameCompletions(of: text) }
    let line = expansion(of: String(text[..<end])).map { ($0 + text[end...])[...] } ?? text
    let name = line.prefix { $0 != " " }
    let arguments = line[name.endIndex...].drop { $0 == " " }
    let request = outer.about(arguments)
    let finished = TypedWords(arguments).words.dropLast().map(String.init)
    var finder = self
    finder.depth += 1
    // The command of an alias can name the alias itself.
    guard finder.depth <= ScriptExtent.deepest else { return [] }
    let all = finder.completions(for: String(name), after: finished, request)
    return Completion.matches(of: request.word, among: all)
  }

  /// The command that an alias stands for; `nil` if the words that follow it are not appended.
  private func expansion(of name: String) -> String? {
    guard !table.hasCommand(name), let alias = sources.completions(.aliases).first(where: { $0.text == name })
    else {
      return nil
    }
    let takesAll = ["$*", "$1"].contains { alias.summary.hasSuffix(" \($0)") }
    let expansion = String(alias.summary.dropLast(takesAll ? 3 : 0))
    return expansion.contains("$") ? nil : expansion
  }

  /// The completions in a command that is the argument of another one.
  private func completions(
    ofCommandAfter count: Int,
    of outer: AnyCommand,
    _ request: CompletionRequest
  ) -> [Completion] {
    let rest = (0..<count).reduce(request) { request, _ in request.droppingWord() }
    let text = rest.text[...]
    guard let own = outer.wordsBeforeCommand else { return completions(of: text, at: request) }
    // A command nested in such a command cannot take one itself.
    let name = text.prefix { $0 != " " }
    if name.count < text.count, table.command(named: String(name))?.wordsBeforeCommand != nil { return [] }
    let found = completions(of: text, at: request)
    // The command that 'amend' puts in place of another must drive the session, too.
    guard own > 0, name.count == text.count else { return found }
    return found.filter { table.command(named: $0.text)?.drivesSession ?? true }
  }

  /// The commands whose names have a prefix; those for actions only if no other has it, as where a line is run.
  private func nameCompletions(of text: Substring) -> [Completion] {
    let found = names.filter { $0.text.hasPrefix(text) }
    let actions =
      text.isEmpty ? table.actions.vocabulary.entries : table.actions.entries(startingWith: String(text))
    return found
      + (found.isEmpty || text.isEmpty ? actions : []).map(\.command.completion)
  }

  private var names: [Completion] {
    let commands = table.vocabularies.flatMap(\.commands).map(\.completion)
    return (commands + ownNames).sorted { $0.text < $1.text }
  }

  private var ownNames: [Completion] { sources.completions(.aliases) + sources.completions(.macros) }

  private func completions(for name: String, after finished: [String], _ request: CompletionRequest)
    -> [Completion]
  {
    guard let command = table.command(named: name) else { return [] }
    let macros = sources.completions(.macros)
    let syntax = table.syntax(of: command, in: [name] + finished) { name in
      macros.contains { $0.text == name }
    }
    if let files = redirectionCompletions(by: syntax, after: finished, request) { return files }
    if command.names == .command(yieldsToState: false) {
      if !finished.isEmpty { return [] }
      // A command hides the topic with its name.
      let topics = HelpTopic.allCases.filter { !table.hasCommand($0.rawValue) }
      return names + [Completion("all", summary: "list all commands")]
        + topics.map { Completion($0.rawValue, summary: $0.summary) }
    }
    var finished = finished
    var request = request
    while let name = finished.first, let option = command.options.first(where: { $0.names.contains(name) }) {
      finished.removeFirst()
      request = request.droppingWord()
      var goesOn = option.value != nil
      while goesOn {
        if finished.isEmpty { return completions(of: option, in: command, request) }
        goesOn = finished.removeFirst().hasSuffix(",") && option.continuesAfterComma
        request = request.droppingWord()
      }
    }
    if let completions = optionCompletions(of: command, after: finished, request) { return completions }
    finished.removeAll { word in command.options.contains { $0.value == nil && $0.names.contains(word) } }
    let defined = command.names == .alias && finished.dropFirst().first == "=" ? 3 : nil
    if let start = defined ?? table.nestedCommand(of: command, in: [name] + finished),
      finished.count >= start - 1
    {
      return completions(ofCommandAfter: start - 1, of: command, request)
    }
    let parameters = command.parameters
    if finished.count < parameters.count { return parameters[finished.count].completions(request) }
    guard let last = parameters.last, parameters.contains(where: \.takesSeveralWords) else { return [] }
    let offered = last.completions(request)
    // A parameter of several words that is not the last one ends where the last one begins.
    if !last.takesSeveralWords, offered.contains(where: { $0.text == finished.last }) { return [] }
    return offered
  }

  /// The options of a command, or the values of the one before the cursor; `nil` if neither can be there.
  private func optionCompletions(
    of command: AnyCommand,
    after finished: [String],
    _ request: CompletionRequest
  ) -> [Completion]? {
    guard !command.options.isEmpty, !finished.contains("--") else { return nil }
    if let last = finished.last,
      let option = command.options.first(where: { $0.value != nil && $0.names.contains(last) })
    {
      return completions(of: option, in: command, request.about(request.word))
    }
    guard request.word.hasPrefix("-") else { return nil }
    return command.options.compactMap { option in
      let name = option.names.first { $0.hasPrefix(request.word) }
      return name.map { Completion($0, summary: option.summary) }
    }
  }

  /// The values of an option.
  private func completions(
    of option: CommandOption,
    in command: AnyCommand,
    _ request: CompletionRequest
  ) -> [Completion] {
    guard case .options(let listing) = command.names, listing.contains(option.names[0]) else {
      return option.completions(request)
    }
    let kept = request.word.lastIndex(of: ",").map { request.word[...$0] } ?? ""
    let explored = table.vocabularies.flatMap(\.commands).filter(\.isExplored)
    return (explored.map(\.completion) + ownNames).map {
      Completion(kept + $0.text, summary: $0.summary, isFinal: false)
    }
  }

  /// The files after `>` and `|`; `nil` before them.
  private func redirectionCompletions(
    by syntax: ArgumentSyntax,
    after finished: [String],
    _ request: CompletionRequest
  ) -> [Completion]? {
    guard let place = finished.lastIndex(where: { syntax.redirection(by: $0) != nil }) else { return nil }
    let isProgram = syntax.redirection(by: finished[place]) == .program
    return isProgram && place == finished.count - 1 ? [] : request.fileCompletions
  }
}

extension AnyInterpreter {
  /// Creates a finder for the current state of the session.
  ///
  /// - Parameters:
  ///   - variables: The variables defined in the input that has not run yet.
  ///   - marks: The marks set in that input.
  package func completionFinder(
    variables: @escaping () -> [Completion] = { [] },
    marks: @escaping () -> [Completion] = { [] }
  ) -> CompletionFinder {
    CompletionFinder(
      table: table,
      sources: CompletionSources(
        completions: { [unowned self] kind in
          completions(of: kind) + (kind == .variables ? variables() : kind == .marks ? marks() : [])
        },
        context: { [unowned self] in ExpressionContext(session) }
      )
    )
  }
}
