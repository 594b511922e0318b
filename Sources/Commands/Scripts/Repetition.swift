/// The head of a repetition: `repeat N [as NAME] [COMMAND]`.
struct Repetition {
  /// The maximum count, since the `repeat` itself counts as one of a script's commands.
  static var most: Int { ScriptExtent.mostCommands - 1 }

  /// The variable that counts, from 0.
  let counter: String?
  /// The command on the same line; `nil` for a block up to an `end`.
  let command: ScriptLine?
  private let count: Count

  private enum Count {
    case number(Int)
    case variable(VariableReference, Word)
  }

  static var parameter: Parameter<Repetition> {
    let parts = [
      AnyParameter(usage: "N", syntax: .names),
      AnyParameter(usage: "NAME", syntax: .names, introduction: "as", names: .parameter),
      AnyParameter(usage: "COMMAND", wordsLeft: 0, command: .kept),
    ]
    return Parameter(AnyParameter(usage: "N [as NAME] [COMMAND]", parts: parts), read: Self.init(reading:))
  }

  /// Reads the arguments of `repeat`.
  ///
  /// - Throws: What is wrong with them.
  init(reading reader: inout ArgumentReader) throws(Diagnostic) {
    let word = try reader.word(for: "N")
    let references = try VariableReference.all(in: word.source)
    if let reference = references.first, reference.range == word.source.range {
      count = .variable(reference, word)
    } else {
      count = .number(try word.integer("count", in: 0...Self.most))
    }
    if let next = reader.next, next.text == "as", !next.isQuoted {
      _ = try reader.word(for: "as")
      counter = try Variable.name(try reader.word(for: "NAME"))
    } else {
      counter = nil
    }
    command = reader.restAsCommand()
    reader.block = .repetition(self)
  }

  /// The variable that holds the count, if any.
  var variable: (reference: VariableReference, source: SourceText)? {
    if case .variable(let reference, let word) = count { (reference, word.source) } else { nil }
  }

  /// How often.
  ///
  /// - Throws: An error if the variable is unknown or not a valid count.
  func times(_ variables: [String: Variable]) throws(Diagnostic) -> Int {
    switch count {
    case .number(let number): return number
    case .variable(let reference, let word):
      guard let value = variables[reference.name] else {
        throw reference.undefined(in: word.source, among: variables.keys.sorted())
      }
      guard let number = Int(value.text), (0...Self.most).contains(number) else {
        throw word.diagnostic(
          "expected a count, found \(value.literal)",
          hint: "write a whole number from 0 to \(Self.most)"
        )
      }
      return number
    }
  }
}
