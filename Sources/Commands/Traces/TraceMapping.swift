import Core

/// How a specification's traces relate to a feature: which expression each variable is, and which commands perform an action.
///
/// ```
/// # todos.qnt and the todos
/// variable done = todos.map(\.isComplete)
/// action addTodo: add {text}
/// action toggle: toggle {index}
/// action wait: advance 1s
/// ```
///
/// In a command, `{name}` is a value that the specification chose, or a variable of the state that the action leads to;
/// `{name.field}` is a field of it. `taken NAME` and `picks NAME` name the variables with the action and with the
/// chosen values; by default, they are those of Quint.
package struct TraceMapping {
  /// The expressions, by the names of the variables.
  package private(set) var variables: [(name: String, expression: Expression)] = []
  /// The commands of the actions.
  package private(set) var actions: [String: [SourceText]] = [:]
  /// The variable with the name of the action that led to a state.
  package private(set) var taken = TraceMapping.ofQuint.taken
  /// The variable with what the specification chose in that action.
  package private(set) var picks = TraceMapping.ofQuint.picks
  /// The path of the file.
  package let path: String

  /// The names that Quint gives to these variables.
  package static let ofQuint = (taken: "mbt::actionTaken", picks: "mbt::nondetPicks")

  /// Reads a file.
  ///
  /// - Throws: A `Diagnostic` at the file's name if it cannot be read, or in the file.
  package init(reading file: Located<String>, of types: FeatureTypes) throws(Diagnostic) {
    let example = "a mapping has lines such as 'variable count = todos.count' and 'action addTodo: add'"
    try self.init(try file.contents(hint: example), path: file.value, of: types)
  }

  /// Reads the contents of a file.
  init(_ bytes: [UInt8], path: String, of types: FeatureTypes) throws(Diagnostic) {
    self.path = path
    for line in try Script.lines(of: bytes, file: path) { try read(line, of: types) }
    guard !variables.isEmpty else {
      throw SourceText("", file: path).diagnostic(
        "the mapping compares nothing",
        hint: "write 'variable NAME = EXPRESSION' for each variable of the specification to compare"
      )
    }
  }

  private mutating func read(_ line: ScriptLine, of types: FeatureTypes) throws(Diagnostic) {
    let words = line.words
    guard let keyword = words.first, words.count > 1 else { throw Self.unknown(line.source) }
    switch keyword.text {
    case "variable":
      guard words.count > 3, words[2].raw == "=" else {
        throw line.source.diagnostic("expected 'variable NAME = EXPRESSION'")
      }
      guard !variables.contains(where: { $0.name == words[1].text }) else {
        throw words[1].diagnostic("duplicate variable '\(words[1].text)'")
      }
      let expression = try Expression(parsing: line.rest(after: 3))
      try expression.check(for: types.state, naming: ExpressionContext.facts)
      variables.append((words[1].text, expression))
    case "action":
      guard words[1].text.hasSuffix(":"), words[1].text.count > 1 else {
        throw words[1].diagnostic(
          "expected the name of an action and a colon",
          hint: "for example: action add: add {text}"
        )
      }
      let commands = words.count > 2 ? [line.rest(after: 2)] : []
      actions[String(words[1].text.dropLast()), default: []] += commands
    case "taken" where words.count == 2: taken = words[1].text
    case "picks" where words.count == 2: picks = words[1].text
    default: throw Self.unknown(line.source)
    }
  }

  private static func unknown(_ source: SourceText) -> Diagnostic {
    source.diagnostic(
      "invalid line of a mapping",
      hint: "write 'variable NAME = EXPRESSION', 'action NAME: COMMAND', 'taken NAME' or 'picks NAME'"
    )
  }
}

extension TraceMapping {
  /// The commands for the action that led to a state, each with its place in the mapping.
  ///
  /// - Throws: A `Diagnostic` if the mapping has no commands for it, or a value is missing.
  func commands(forState index: Int, of trace: SpecificationTrace) throws(Diagnostic) -> [ScriptSource] {
    let state = trace.states[index]
    guard let action = state[taken].flatMap(Self.name) else {
      // The action that leads to the first state need not have a name.
      if index == 0 { return [] }
      throw trace.place(ofState: index).diagnostic(
        state[taken] == nil
          ? "the state has no variable '\(taken)' that names the action" : "'\(taken)' names no action",
        hint: "let Quint write it with --mbt, or name another variable in '\(path)': taken NAME"
      )
    }
    guard let commands = actions[action] else {
      if index == 0 { return [] }
      throw trace.place(ofState: index, taken).diagnostic(
        "the mapping has no commands for the action '\(action)'",
        hint:
          "write 'action \(action): COMMAND' in '\(path)'; leave out COMMAND if the action does nothing here"
      )
    }
    var sources: [ScriptSource] = []
    for command in commands {
      let text = try filled(command, with: state, at: trace.place(ofState: index))
      sources.append(ScriptSource(text.utf8, name: path, path: path, firstLine: command.location.line))
    }
    return sources
  }

  /// The name of an action: a text, or the tag of a variant.
  private static func name(_ value: TraceValue) -> String? {
    if case .string(let text) = value { return text }
    return value.variant?.tag
  }

  /// A command with the values in place of their names.
  ///
  /// - Parameter place: The place of the state, which takes long to find.
  private func filled(
    _ command: SourceText,
    with state: [String: TraceValue],
    at place: @autoclosure () -> SourceText
  ) throws(Diagnostic) -> String {
    var text = ""
    var rest = command.text[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      // An escape such as `\u{1F389}`.
      if rest[..<start].hasSuffix("\\u") {
        text += rest[...end]
        rest = rest[end...].dropFirst()
        continue
      }
      let name = String(rest[rest.index(after: start)..<end])
      guard let value = value(name, in: state) else {
        throw command.diagnostic(
          "the trace has no value '\(name)'",
          notes: ["it is needed at \(place().location)"],
          hint: Spelling.suggestion(for: name, among: names(in: state))
        )
      }
      guard let argument = value.argument else {
        throw command.diagnostic(
          "'\(name)' is \(value.text), which cannot be an argument",
          notes: ["it is needed at \(place().location)"],
          hint: "name a field of it: {\(name).field}"
        )
      }
      text += rest[..<start] + argument
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }

  /// What was chosen in the action that led to a state; what was not is 'None'.
  private func chosen(in state: [String: TraceValue]) -> [TraceValue.Field] {
    guard case .record(let fields)? = state[picks] else { return [] }
    return fields.filter { $0.value.variant?.tag != "None" }
  }

  private func names(in state: [String: TraceValue]) -> [String] {
    chosen(in: state).map(\.name) + state.keys
  }

  /// What was chosen under a name, or the variable with it; or a field of it.
  private func value(_ name: String, in state: [String: TraceValue]) -> TraceValue? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let choice = chosen(in: state).first { $0.name == parts.first }
    guard let first = parts.first, let found = choice?.value ?? state[first] else { return nil }
    let chosen = found.variant.flatMap { $0.tag == "Some" ? $0.value : nil } ?? found
    return parts.dropFirst().reduce(chosen) { $0?[$1] }
  }
}
