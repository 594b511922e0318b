/// How often commands are done, and under which name the count is known to them: `repeat N [as NAME] [COMMAND]`.
struct Repetition {
  /// As often as a script can run commands of which one is the `repeat`.
  static var most: Int { ScriptExtent.mostCommands - 1 }

  /// The variable that counts, from 0.
  let counter: String?
  /// The command, if it stands on the same line, else all up to the `end` are done.
  let command: CommandLine?
  private let count: Count

  private enum Count {
    case number(Int)
    case variable(VariableReference, Word)
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
  }

  /// The variable that says how often, if one does.
  var variable: (reference: VariableReference, source: SourceText)? {
    if case .variable(let reference, let word) = count { (reference, word.source) } else { nil }
  }

  /// How often.
  ///
  /// - Throws: That the variable is not there or no such number.
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
          hint: "a whole number from 0 to \(Self.most)"
        )
      }
      return number
    }
  }
}

/// The commands that a `repeat` does again and again, read once.
struct Block<State, Action> {
  /// More commands are a script of their own, and would all be in memory.
  static var mostCommands: Int { 100_000 }
  /// How deep blocks may be in each other.
  static var deepest: Int { 32 }

  var items: [Item] = []

  enum Item {
    case step(Program<State, Action>.Step)
    /// A command that names variables, and is another one each time.
    case line(CommandLine, ExpectedOutput?)
  }
}
