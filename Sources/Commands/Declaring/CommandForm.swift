/// A way to call a command: its parameters, and what they do.
struct CommandForm {
  /// Its parameters, without its options.
  let parameters: [AnyParameter]
  /// The options between the name of the command and the arguments.
  let options: [CommandOption]
  /// The option that chooses it; `nil` for the first form of a command.
  var chooser: CommandOption?
  /// What its arguments can be.
  let syntax: ArgumentSyntax
  private let arguments: [String]
  let read: (inout ArgumentReader) throws(Diagnostic) -> Operation

  /// How many of its arguments precede the command that it takes, whose options are not its own; `nil` if it takes none.
  var wordsBeforeCommand: Int? { parameters.firstIndex { $0.command != nil } }

  /// Creates a form from those of its parameters, and a closure that reads their values.
  // Separate from the initializer below, so that all of the latter can be compiled for the types of a command's values.
  init(_ forms: [AnyParameter], read: @escaping (inout ArgumentReader) throws(Diagnostic) -> Operation) {
    let arguments = forms.filter { $0.option == nil }
    self.arguments = arguments.map(\.usage)
    options = forms.compactMap(\.option)
    parameters = arguments.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
    syntax = parameters.map(\.syntax).min() ?? .names
    self.read = read
  }

  /// Creates a form from its parameters, and what the command then does.
  init<each Value>(
    _ parameters: repeat Parameter<each Value>,
    perform: @escaping (AnyInterpreter, repeat each Value) throws -> Void
  ) {
    var forms: [AnyParameter] = []
    for parameter in repeat each parameters { forms.append(parameter.form) }
    // The values are passed on without a tuple, whose type would be looked up for each command that runs.
    let operation = { (values: repeat each Value) in
      Operation { shell in try perform(shell, repeat each values) }
    }
    self.init(forms) { (reader) throws(Diagnostic) in
      operation(repeat try (each parameters).read(&reader))
    }
  }

  /// Name and arguments: `move SET DEST`.
  ///
  /// Few options are listed; many, or long ones, are abbreviated to `[OPTION…]`.
  ///
  /// - Parameter name: The name of the command.
  func usage(of name: String) -> String {
    let start = [name] + [chooser?.text].compactMap(\.self)
    let others = options.dropFirst(start.count - 1)
    let whole = (start + others.map { "[\($0.text)]" } + arguments).joined(separator: " ")
    let short = (start + ["[OPTION…]"] + arguments).joined(separator: " ")
    // The name of a command and its usage take at most half of the 80 columns of `help`.
    return others.count > 2 || whole.count > max(name.count + 26, short.count) ? short : whole
  }

  func has(_ option: CommandOption) -> Bool { options.contains { $0.names == option.names } }

  /// Whether a word that may be the name of an option is a negated member of the state.
  ///
  /// - Parameter next: The word after it: no operator follows an option.
  func takesNegation(_ word: String, before next: String?, of types: FeatureTypes?) -> Bool {
    syntax == .swift && !word.hasPrefix("--") && (next ?? "").allSatisfy { "<>=!&|?+-*/%".contains($0) }
      && types?.hasMember(startOf: String(word.dropFirst())) == true
  }
}
