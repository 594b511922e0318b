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

extension Signature {
  /// The signature of a command whose last word is at the cursor; `nil` without words.
  init?(_ read: CommandWords) {
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
    self.init(
      usage: form.usage(of: read.command.name),
      summary: read.command.summary,
      parameters: Array(parts.joined()),
      active: parts[..<place].joined().count + min(last.words.count, parts[place].count) - 1
    )
  }
}
