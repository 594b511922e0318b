import Commands
import Core

/// Help on what is under the cursor, and its type.
extension LanguageServer {
  func answerHelp() {
    onPlace("textDocument/hover") { [unowned self] document, offset, params throws(RPCError) in
      guard let line = params["position"]?["line"]?.int, line < document.lineCount,
        let (text, source) = hover(in: document, at: offset)
      else { return .null }
      return [
        "contents": ["kind": "markdown", "value": "```text\n\(text)\n```"],
        "range": document.range(of: source),
      ]
    }
  }

  private func hover(
    in document: OpenDocument,
    at offset: Int
  ) -> (text: String, source: SourceText)? {
    let location = document.location(of: offset)
    guard let line = document.script.commandLine(at: location.line - 1), line.kind != .expectedOutput,
      let word = line.words.first(where: { $0.source.contains(location) })
    else { return nil }
    let unknown = enter(document, at: offset)
    if let (name, source) = word.source.variable(at: location) {
      if let variable = interpreter.definitions.variables[name] {
        return ("$\(name) = \(variable.literal)", source)
      }
      return unknown.contains(name) ? ("$\(name): its value is known when the script runs", source) : nil
    }
    if let (beginning, name) = line.source.action(at: location), let help = help(on: beginning) {
      return (help, name)
    }
    if let expansion = interpreter.definitions.aliases[word.text],
      word.source.range == line.words[0].source.range
    {
      return ("alias \(word.text) = \(expansion)", word.source)
    }
    if let command = commandName(at: word, of: line) {
      return help(on: command).map { ($0, word.source) }
    }
    if let option = option(word, of: line) { return (option, word.source) }
    return type(at: location, in: line.source)
  }

  /// The command that a word names, which may be the command in another one.
  private func commandName(at word: Word, of line: CommandLine) -> String? {
    let index = line.words.firstIndex { $0.source.range == word.source.range } ?? 0
    if index > 0 {
      let outer = interpreter.table.command(named: line.words[0].text)
      if outer?.names == .command(yieldsToState: false), index == 1 { return word.text }
      guard interpreter.table.nestedCommand(in: line) == index else { return nil }
    }
    if interpreter.definitions.aliases[word.text] != nil { return nil }
    let isMacro = interpreter.definitions.macros[word.text] != nil
    return isMacro ? word.text : interpreter.table.command(named: word.text)?.name
  }

  private func help(on subject: String) -> String? {
    let result = interpreter.execute("help \(subject)")
    return result.isComplete ? result.lines.joined(separator: "\n") : nil
  }

  private func option(_ word: Word, of line: CommandLine) -> String? {
    let options = interpreter.table.command(named: line.words[0].text)?.options ?? []
    return options.first { $0.names.contains(word.raw) }.map { option in
      "\(option.names.joined(separator: ", "))\(option.value.map { " \($0)" } ?? "")  \(option.summary)"
    }
  }

  /// The type of the expression that ends at the name under the cursor.
  private func type(at location: SourceLocation, in source: SourceText) -> (text: String, source: SourceText)?
  {
    guard let path = source.path(at: location), let expression = try? Expression(parsing: path),
      let type = expression.staticType(over: interpreter.session.stateType)
        ?? expression.resultType(in: ExpressionContext(interpreter.session))
    else { return nil }
    return ("\(path.text): \(dumpTypeName(type))", path)
  }
}
