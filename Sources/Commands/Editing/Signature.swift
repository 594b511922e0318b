/// The usage of the command or macro whose argument is being typed.
package struct Signature {
  /// Its name and arguments.
  package let usage: String
  /// What it does.
  package let summary: String
  /// The forms of its parameters, in the order in which the usage has them.
  package let parameters: [String]
  /// The index of the one at the cursor.
  package let active: Int
}

extension AnyInterpreter {
  /// The signature of the innermost command whose argument is at an offset; `nil` if there is none.
  package func signature(in script: EditedScript, at offset: Int) -> Signature? {
    entering(script, at: offset) { _ in
      signature(of: TypedWords(script.logicalText(before: offset)[...]).words.map(String.init), depth: 0)
    }
  }

  private func signature(of words: [String], depth: Int) -> Signature? {
    guard words.count > 1, let name = words.first, depth < ScriptExtent.deepest else {
      return nil
    }
    let macro = definitions.macros[name]
    if let macro, macro.aliased == nil {
      return Signature(
        usage: macro.head.usage,
        summary: macro.summary,
        parameters: macro.head.parameters.map(\.usage),
        active: words.count - 2
      )
    }
    guard let entry = table.entry(named: name) else {
      guard let line = macro?.lineBeforeWords else { return nil }
      let inner = TypedWords("\(line) "[...]).words.dropLast().map(String.init) + words.dropFirst()
      return signature(of: inner, depth: depth + 1)
    }
    let read = CommandWords(Array(words.dropFirst()), of: entry, table.types)
    if let nested = read.nested, let inner = signature(of: Array(words[(nested + 1)...]), depth: depth + 1) {
      return inner
    }
    let (layout, form) = (read.layout, read.form)
    guard let last = layout.last else { return nil }
    // A parameter may read several words, each of which has a name, but an expression may have any number.
    let parts = form.parameters.map { parameter in
      let usage = parameter.usage
      if parameter.syntax == .swift || parameter.introduction != nil || !usage.contains(" ") {
        return [usage]
      }
      return usage.split(separator: " ").map { $0.filter { !"[]".contains($0) } }
    }
    // Optional parameters before it may have no words.
    let place =
      form.parameters.indices.first {
        $0 >= layout.count - 1 && form.parameters[$0].usage == last.parameter.usage
      } ?? 0
    return Signature(
      usage: form.usage(of: read.command.name),
      summary: read.command.summary,
      parameters: Array(parts.joined()),
      active: parts[..<place].joined().count + min(last.words.count, parts[place].count) - 1
    )
  }
}
