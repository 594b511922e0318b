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
  /// Name and arguments: `move SET DEST`.
  private(set) var usage = ""
  let read: (inout ArgumentReader) throws(Diagnostic) -> Operation

  /// How many of its arguments precede the command that it takes, whose options are not its own; `nil` if it takes none.
  var wordsBeforeCommand: Int? { parameters.firstIndex { $0.command != nil } }

  /// Creates a form from those of its parameters, and a closure that reads their values.
  init(_ forms: [AnyParameter], read: @escaping (inout ArgumentReader) throws(Diagnostic) -> Operation) {
    let arguments = forms.filter { $0.option == nil }
    self.arguments = arguments.map(\.usage)
    options = forms.compactMap(\.option)
    parameters = arguments.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
    syntax = parameters.map(\.syntax).min() ?? .names
    self.read = read
  }

  /// The same form of a command with a name.
  ///
  /// Few options are listed in the usage; many, or long ones, are abbreviated to `[OPTION…]`.
  func named(_ name: String) -> Self {
    let start = [name] + [chooser?.text].compactMap(\.self)
    let others = options.dropFirst(start.count - 1)
    let whole = (start + others.map { "[\($0.text)]" } + arguments).joined(separator: " ")
    let short = (start + ["[OPTION…]"] + arguments).joined(separator: " ")
    var copy = self
    // The name of a command and its usage take at most half of the 80 columns of `help`.
    copy.usage = others.count > 2 || whole.count > max(name.count + 26, short.count) ? short : whole
    return copy
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
