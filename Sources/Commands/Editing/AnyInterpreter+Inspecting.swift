import Core

/// What a front end shows at a place of a script that is being written. Nothing runs, and no observer is notified, so it
/// can be asked for between two moments of a running command.
extension AnyInterpreter {
  /// Text that is typed after what has run: it can use what has been defined.
  ///
  /// - Parameter name: The name in errors.
  package func typedScript(_ text: String, name: String) -> EditedScript {
    EditedScript(text.utf8, name: name, parser: makeParser(room: 0) { false })
  }

  /// Empty input, which continues from the definitions of the commands before it.
  package var typedInput: TypedInput { TypedInput(table, definitions: { [unowned self] in definitions }) }

  /// Checks typed text before it runs.
  ///
  /// - Parameter id: The identifier of the request, if it has one.
  package func check(_ text: String, name: String, id: JSON?) -> Checked {
    var input = typedInput
    input.append(text)
    if input.goesOn { return Checked(id: id, status: .incomplete, indent: input.indent, errors: []) }
    let script = typedScript(text, name: name)
    let errors = script.diagnosticsElsewhere.map(\.error) + script.diagnostics
    return Checked(
      id: id,
      status: errors.isEmpty ? .complete : .invalid,
      indent: nil,
      errors: errors.map(Checked.Problem.init)
    )
  }

  /// Answers a question about a place of a script, with the definitions before it.
  ///
  /// - Parameter answer: Receives the names of the variables whose values are not known there.
  package func entering<Value>(
    _ script: EditedScript,
    at offset: Int,
    _ answer: (_ unknown: Set<String>) -> Value
  ) -> Value {
    let (known, unknown) = script.definitions(before: script.text.line(at: offset))
    return with(known) { answer(unknown) }
  }

  /// Answers a question with other definitions than the current ones.
  package func with<Value, Failure>(
    _ known: Definitions,
    _ answer: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outer = definitions
    defer { definitions = outer }
    definitions = known
    return try answer()
  }

  /// An expression as commands read it: variables stand for their values, and names are those of the child in focus.
  ///
  /// - Throws: An error in the text, or at the first part that no state can make valid.
  package func expression(_ text: String) throws(Diagnostic) -> Expression {
    guard let line = try ScriptLine.parse(text, file: SourceLocation.typedFile) else {
      throw SourceText(text).diagnostic("expected an expression")
    }
    let expanded = try line.expanded(line.variables(), by: definitions.variables)
    var reader = ArgumentReader(line: expanded, parser: makeParser(room: 0) { false })
    return try reader.expression(parsing: expanded.source)
  }

  /// What can be typed at an offset, as at the terminal's Tab key, and the word that it replaces.
  package func completions(
    in script: EditedScript,
    at offset: Int
  ) -> (word: String, completions: [Completion]) {
    entering(script, at: offset) { unknown in
      var finder = completionFinder {
        unknown.map { Completion($0, summary: "its value is known when the script runs") }
      } marks: {
        ScriptSymbols(script).all.filter { $0.kind == .mark && $0.isDefinition }.map { symbol in
          Completion(symbol.name, summary: "line \(symbol.source.location.line)")
        }
      }
      finder.sources.folder = script.directory
      let text = script.logicalText(before: offset)
      return (String(text.completedWord), finder.completions(of: text[...], in: session.state))
    }
  }

  /// Help on what is at an offset, or its type.
  package func inspect(_ script: EditedScript, at offset: Int) -> (text: String, source: SourceText)? {
    let location = script.location(of: offset)
    guard var line = script.line(at: location.line - 1), line.kind != .expectedOutput,
      let cursor = line.source.page.offset(of: location),
      let word = line.words.first(where: { $0.source.contains(cursor) })
    else { return nil }
    return entering(script, at: offset) { unknown -> (text: String, source: SourceText)? in
      // An error in a reference has been reported.
      let references = (try? VariableReference.all(in: word.source)) ?? []
      if let reference = references.first(where: { word.source.slice($0.range).contains(cursor) }) {
        let (name, source) = (reference.name, word.source.slice(reference.range))
        if let variable = definitions.variables[name] { return ("$\(name) = \(variable.literal)", source) }
        return unknown.contains(name) ? ("$\(name): its value is known when the script runs", source) : nil
      }
      for _ in 0..<ScriptExtent.deepest {
        guard let inner = table.command(in: line), inner.source.contains(cursor) else { break }
        line = inner
      }
      let name = SyntaxOutline(line.source).names.first { $0.source.contains(cursor) }
      if let name, let action = name.action, let help = help(on: action.text) { return (help, name.source) }
      if let macro = definitions.macros[word.text], macro.aliased != nil,
        word.source.range == line.words[0].source.range
      {
        return (macro.definition[0], word.source)
      }
      if let command = commandName(at: word, of: line) { return help(on: command).map { ($0, word.source) } }
      if let option = option(word, of: line) { return (option, word.source) }
      guard let path = name?.path, let expression = try? expression(path.text),
        let type = expression.resultType(in: ExpressionContext(session))
      else { return nil }
      return ("\(path.text): \(dumpTypeName(type))", path)
    }
  }

  /// The command that a word names.
  private func commandName(at word: Word, of line: ScriptLine) -> String? {
    let entry = table.entry(of: line.words[0])
    guard word.source.range == line.words[0].source.range else {
      let arguments = entry.map { table.arguments(of: line, calling: $0) } ?? []
      let isSubject = arguments.contains { parameter, words in
        parameter.names == .command(yieldsToState: false) && words[0].source.range == word.source.range
      }
      return isSubject ? word.text : nil
    }
    return definitions.hasMacro(word.text) ? word.text : entry?.command.name
  }

  private func help(on subject: String) -> String? {
    guard let step = try? makeParser(room: 0, isInterrupted: { false }).builtInStep("help \(subject)") else {
      return nil
    }
    return lines(of: step)?.joined(separator: "\n")
  }

  private func option(_ word: Word, of line: ScriptLine) -> String? {
    let options = table.command(named: line.words[0].text)?.options ?? []
    return options.first { $0.names.contains(word.raw) }.map { "\($0.spelling)  \($0.summary)" }
  }

  /// The lines that the feature's command for the whole state prints, such as a list; `nil` if there is none.
  ///
  /// - Parameter page: The page for answers; what the command prints itself has its own styles.
  package func overview(_ page: Page) -> [String]? {
    guard let command = table.overview, let step = try? makeParser().step(command.name) else { return nil }
    return lines(of: step, page)
  }

  /// What a query prints, without notifying observers; `nil` if it fails.
  private func lines(of step: Program.Step, _ page: Page = Page()) -> [String]? {
    var isAnswered = true
    let events = debugger.events.capturing {
      do { try step.operation?.perform(self) } catch { isAnswered = false }
    }
    return isAnswered ? events.flatMap { $0.lines(page) } : nil
  }

  /// The moment that a text refers to, such as `#3`, `@1s` or the name of a mark.
  package func moment(named text: String) throws(Diagnostic) -> AnyMoment {
    // A note has spaces.
    if let number = session.marks[text] { return session.moments[number] }
    // At the start of a line, '#' would begin a comment.
    guard let line = try ScriptLine.parse("goto \(text)", file: SourceLocation.typedFile) else {
      throw SourceText(text).diagnostic("expected a moment", hint: "a moment is \(MomentReference.forms)")
    }
    do {
      var reader = ArgumentReader(line: line, usage: "goto MOMENT")
      let reference = try MomentReference.parameter("MOMENT").read(&reader)
      try reader.finish()
      return session.moments[try reference.resolved(in: session)]
    } catch {
      // The command that reads it is not the caller's.
      let source = SourceText(text, file: SourceLocation.typedFile)
      throw source.diagnostic(error.message, notes: error.notes, hint: error.hint)
    }
  }

  /// Whether a line begins with the name of a command, a macro or an alias, or is an action; otherwise, it can only be
  /// an expression.
  package func isCommand(_ text: String) -> Bool {
    guard let line = try? ScriptLine.parse(text) else {
      let name = String(text.prefix { $0 != " " })
      return text.contains { $0.isLineBreak } || table.hasCommand(name) || definitions.hasMacro(name)
    }
    guard let name = line.commandName else { return true }
    return table.call(startingWith: name, in: definitions.focused)?.isNamed == true
      || definitions.hasMacro(name.text)
  }

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
        macros: { [unowned self] in definitions.macros },
        focused: { [unowned self] in definitions.focused },
        context: { [unowned self] in ExpressionContext(session) }
      )
    )
  }

  /// The signature of the innermost command whose argument is at an offset; `nil` if there is none.
  package func signature(in script: EditedScript, at offset: Int) -> Signature? {
    entering(script, at: offset) { _ in
      let typed = TypedWords(script.logicalText(before: offset)[...]).words.map(String.init)
      let words = table.expandingAliases(in: typed, with: definitions)
      for call in table.calls(in: words, with: definitions).calls.reversed() where call.isNamed {
        if let read = call.words {
          if let signature = Signature(read) { return signature }
        } else if call.place + 1 < words.count, let macro = definitions.macros[words[call.place]] {
          return Signature(
            usage: macro.head.usage,
            summary: macro.summary,
            parameters: macro.head.parameters.map(\.usage),
            active: words.count - call.place - 2
          )
        }
      }
      return nil
    }
  }
}
