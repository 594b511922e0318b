/// The first line of a macro: `macro NAME [PARAMETER[=VALUE]…]`.
struct MacroHead {
  let name: String
  /// The place of the name.
  let source: SourceText
  let parameters: [Parameter]

  /// A parameter, which stands for a word of the call.
  struct Parameter {
    let name: String
    /// The default if the call has no such word.
    let preset: Variable?
    /// Its form in the first line of the macro.
    let definition: String

    init(_ name: String, preset: Variable? = nil, definition: String? = nil) {
      self.name = name
      self.preset = preset
      self.definition = definition ?? name
    }

    /// Its form in the usage.
    var usage: String { preset == nil ? name.uppercased() : "[\(name.uppercased())]" }
  }

  /// The name of a new macro or alias.
  static var nameForm: AnyParameter {
    AnyParameter(
      usage: "NAME",
      completions: \.sources.macroCompletions,
      names: .symbol(.macro, isNew: true)
    )
  }

  static var parameter: TodoShellCommands.Parameter<MacroHead> {
    let parts = [
      nameForm,
      AnyParameter(
        usage: "[PARAMETER…]",
        wordsLeft: 0,
        names: .parameter
      ),
    ]
    let form = AnyParameter(usage: "NAME [PARAMETER…]", parts: parts)
    return TodoShellCommands.Parameter(form) { (reader) throws(Diagnostic) in
      let table = try reader.context().table
      return try MacroHead(reading: &reader, table)
    }
  }
}

extension MacroHead {
  /// Reads the arguments of `macro`.
  ///
  /// - Parameter table: The commands, whose names are taken.
  /// - Throws: An error in the arguments.
  init(
    reading reader: inout ArgumentReader,
    _ table: CommandTable
  ) throws(Diagnostic) {
    if let reference = try reader.line.variables().first {
      throw reader.line.source.diagnostic(
        "the first line of a macro cannot contain a variable",
        at: reference.range,
        hint: "use the variable in the commands of the macro, where it has its value at the time they run"
      )
    }
    let word = try reader.word(for: "NAME")
    try word.checkCommandName(table)
    if table.hasCommand(word.text) {
      throw word.diagnostic("'\(word.text)' is a command", hint: "choose another name")
    }
    name = word.text
    source = word.source
    var parameters: [Parameter] = []
    while !reader.isAtEnd {
      let word = try reader.word(for: "PARAMETER")
      parameters.append(try Self.parameter(word, after: parameters))
    }
    self.parameters = parameters
    reader.block = .macro(self)
  }

  private static func parameter(
    _ word: Word,
    after others: [Parameter]
  ) throws(Diagnostic) -> Parameter {
    let name = String(word.raw.prefix { $0 != "=" })
    guard Variable.isName(name) else {
      throw word.diagnostic(
        "invalid parameter name '\(name)'",
        hint:
          "a name has letters, digits and '_', and does not start with a digit; 'NAME=VALUE' sets a default"
      )
    }
    if others.contains(where: { $0.name == name }) {
      throw word.diagnostic("duplicate parameter '\(name)'")
    }
    guard name.count < word.raw.count else {
      guard others.last?.preset == nil else {
        throw word.diagnostic(
          "'\(name)' has no default, but follows a parameter that has one",
          hint: "write '\(name)=VALUE', or move it to the front"
        )
      }
      return Parameter(name)
    }
    return Parameter(name, preset: Variable(word, after: name.count + 1), definition: word.raw)
  }

  /// Its form in the first line of the macro.
  var definition: String { (["macro", name] + parameters.map(\.definition)).joined(separator: " ") }

  /// How to call it.
  var usage: String { ([name] + parameters.map(\.usage)).joined(separator: " ") }

  /// The values of the parameters in a call.
  ///
  /// - Throws: An error if there are too few or too many words.
  func arguments(of call: ScriptLine) throws(Diagnostic) -> [String: Variable] {
    var reader = ArgumentReader(line: call, usage: usage)
    var arguments: [String: Variable] = [:]
    for parameter in parameters {
      if reader.isAtEnd, let preset = parameter.preset {
        arguments[parameter.name] = preset
        continue
      }
      arguments[parameter.name] = try reader.value(for: parameter.name.uppercased())
    }
    try reader.finish()
    return arguments
  }
}
