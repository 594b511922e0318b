import TodoShellCommands
import Core

/// Expressions and commands typed in the debugger.
extension DebugServer {
  func evaluate(_ request: DebugRequest) throws(DebugError) -> JSON {
    let debuggee = try stopped().debuggee
    let text = try request.text("expression")
    let context = request["context"]?.string
    let (moment, definitions) = try frame(request)
    if context == "repl", debuggee.interpreter.isCommand(text) {
      return ["result": try perform(text, at: moment, for: request).json, "variablesReference": 0]
    }
    let isWhole = context == "repl" || context == "clipboard"
    let expression = try expression(text, definitions)
    return try value(of: expression, at: moment, named: "result", isWhole: isWhole)
  }

  /// An expression that was typed where a script has some definitions.
  func expression(_ text: String, _ known: Definitions) throws(DebugError) -> Expression {
    let interpreter = try stopped().debuggee.interpreter
    return try DebugError.converting {
      try interpreter.with(known) { () throws(Diagnostic) in try interpreter.expression(text) }
    }
  }

  /// The moment and the definitions of a frame; without one, those where the script has stopped.
  func frame(_ request: DebugRequest) throws(DebugError) -> (
    AnyMoment, Definitions
  ) {
    guard let number = request.integer("frameId") else { return try current() }
    guard case .frame(let moment, let definitions) = handles[number] else {
      throw DebugError("this frame no longer exists")
    }
    return (moment, definitions)
  }

  /// The moment and the definitions where the script has stopped.
  func current() throws(DebugError) -> (
    moment: AnyMoment, definitions: Definitions
  ) {
    let (debuggee, view) = try stopped()
    return (debuggee.trace.moment(at: view), debuggee.trace.entries[view.entry].definitions)
  }

  /// The value of an expression, as the members of a response.
  ///
  /// - Parameter isWhole: Whether the text is the whole value, not a summary of it.
  private func value(
    of expression: Expression,
    at moment: AnyMoment,
    named name: String,
    isWhole: Bool
  ) throws(DebugError) -> JSON {
    let text = expression.source.text
    // The members of an expression with operators are those of its value.
    let path = text.contains(" ") ? try breakpoints.expression("(\(text))") : expression
    let outline = try outline(of: path, at: moment, 0..<0)
    let whole = try DebugError.converting {
      isWhole ? try expression.value(at: moment).formatted() : nil
    }
    return .object(
      [(name, (whole ?? outline.text).json), ("type", outline.type.json)]
        + reference(to: path, at: moment, outline.count, isList: outline.isList)
    )
  }

  func setVariable(_ request: DebugRequest) throws(DebugError) -> JSON {
    guard case .value(let parent, let moment) = handles[try request.number("variablesReference")] else {
      throw DebugError("only members of the state can be set; 'let' in the debug console defines variables")
    }
    let path = ValueOutline.path(of: try request.text("name"), in: parent?.source.text ?? "")
    return try set(breakpoints.expression(path), at: moment, request)
  }

  func setExpression(_ request: DebugRequest) throws(DebugError) -> JSON {
    let (moment, definitions) = try frame(request)
    return try set(expression(request.text("expression"), definitions), at: moment, request)
  }

  /// Sets a value with an action.
  private func set(
    _ part: Expression,
    at moment: AnyMoment,
    _ request: DebugRequest
  ) throws(DebugError) -> JSON {
    let value = try request.text("value")
    guard
      let action = SettingAction(part, at: moment, of: application.table.types.action).text(setting: value)
    else {
      throw DebugError(
        "no action sets '\(part.source.text)' to \(value); only actions, such as '.binding(.set(…))', change the state; "
          + "the debug console runs commands"
      )
    }
    _ = try perform(action, at: moment, for: request)
    return try self.value(of: part, at: try current().moment, named: "value", isWhole: false)
  }

  func completions(_ request: DebugRequest) throws(DebugError) -> JSON {
    let debuggee = try stopped().debuggee
    let (moment, definitions) = try frame(request)
    let lines = try request.text("text").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let number = request.integer("line").map { client.line(from: $0) } ?? 1
    guard lines.indices.contains(number - 1) else { throw DebugError("the text has no line \(number)") }
    let line = Array(lines[number - 1].utf8)
    let units = PositionEncoding.utf16
    let end = units.offset(client.column(from: try request.number("column")) - 1, in: line[...])
    let typed = String(decoding: line[..<end], as: UTF8.self)
    let found = debuggee.interpreter.with(definitions) {
      debuggee.interpreter.complete(typed, at: typed.count, in: moment)
    }
    let length = units.count(typed[...].completedWord.utf8)
    let start = client.column(units.count(line[..<end]) - length + 1)
    return [
      "targets": .array(
        found.map { completion in
          [
            "label": completion.text.json, "detail": completion.summary.json,
            "start": start, "length": length.json,
          ]
        }
      )
    ]
  }
}
