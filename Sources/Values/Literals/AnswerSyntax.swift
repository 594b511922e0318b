import Core

/// What functions of dependencies answer, as text: the calls `"Dune", limit: _`, and the outcomes `[Book(id: 1)]`,
/// `.failure(Timeout())`, `never`, `default`.
package struct AnswerSyntax {
  private let function: FeatureEndpoint
  private var endpoint: Endpoint { function.endpoint }

  package init(_ function: FeatureEndpoint) { self.function = function }

  /// Reads a pattern of a call's arguments: in brackets if there are several.
  ///
  /// - Returns: Whether arguments match.
  /// - Throws: A diagnostic at what no call can match.
  package func arguments(parsing source: SourceText) throws(Diagnostic) -> @Sendable ([Any]) -> Bool {
    let reader = try ValueReader(parsing: source)
    var patterns: [ValuePattern] = []
    if case .tuple(let arguments) = reader.node.kind, arguments.count == endpoint.parameters.count {
      for (argument, parameter) in zip(arguments, endpoint.parameters) {
        if let label = argument.label, label.text != parameter.label {
          throw reader.error(
            "unexpected label '\(label.text):'",
            at: label.range,
            hint: "write (\(endpoint.parameterList))"
          )
        }
        patterns.append(try reader.at(argument.value).pattern(of: parameter.type))
      }
    } else if endpoint.parameters.count == 1 {
      patterns = [try reader.pattern(of: endpoint.parameters[0].type)]
    } else {
      throw endpoint.parameters.isEmpty
        ? reader.error("'\(function.path)' takes no arguments", hint: "leave out '\(source.text) ->'")
        : reader.error(
          "'\(function.path)' takes \(endpoint.parameters.count) arguments",
          hint: "write (\(endpoint.parameterList)) with _ for any value"
        )
    }
    return { [patterns] in zip(patterns, $0).allSatisfy { Peek.read($1, $0.matches) } }
  }

  /// Reads an outcome.
  ///
  /// - Throws: A diagnostic if the function cannot have it.
  package func outcome(parsing source: SourceText) throws(Diagnostic) -> DependencyAnswer.Outcome {
    if source.text == "default" { return .original }
    if source.text == "never" {
      if endpoint.stream != nil, !endpoint.isAsync { return .stream([(.zero, .never)]) }
      guard endpoint.isAsync else {
        throw source.diagnostic(
          "'\(function.path)' is not async, so it has to answer",
          hint: "only a function that is awaited can answer 'never'"
        )
      }
      return .never
    }
    // A date is one of the few values that are usually written without quotes.
    if endpoint.result == Date.self {
      if let date = Date(iso8601: source.text) { return .value(date) }
      if source.text.prefixMatch(of: /[0-9]+-[0-9]+-[0-9]/) != nil {
        throw source.diagnostic(
          "invalid or out-of-range ISO 8601 date",
          hint: "for example 2026-01-31T12:00:00Z"
        )
      }
    }
    let reader = try ValueReader(parsing: source)
    if let stream = endpoint.stream, endpoint.failure == nil || !reader.node.isCase {
      guard case .array(let elements) = reader.node.kind else {
        throw reader.error(
          "the answer of '\(function.path)' is a stream",
          hint: "write its elements: [VALUE, after 1s VALUE]; with 'never' at the end, it does not end"
        )
      }
      let found = try elements.map { (element) throws(Diagnostic) in
        try self.element(reader.at(element), of: stream)
      }
      for (next, (_, outcome)) in zip(elements.dropFirst(), found) {
        if case .value = outcome { continue }
        throw reader.error(
          "unreachable element: the stream ends, or waits forever, before it",
          at: next.range
        )
      }
      return .stream(found)
    }
    guard case .enumCase(let name, let arguments?) = reader.node.kind, arguments.count == 1,
      arguments[0].label == nil
    else { return .value(try value(reader)) }
    let inner = reader.at(arguments[0].value)
    switch name {
    case "success" where endpoint.failure != nil: return .value(try value(inner))
    case "failure":
      if let type = endpoint.failure { return .failure(try error(of: type, inner)) }
      guard Choice.names(of: endpoint.result)?.contains(name) != true else { break }
      throw reader.error(
        "'\(function.path)' throws no errors",
        hint: "its answer is a value of \(dumpTypeName(endpoint.result))"
      )
    default: break
    }
    return .value(try value(reader))
  }

  /// Reads an element of a stream, which may come after a time.
  private func element(_ reader: ValueReader, of stream: any AnswerableStream.Type) throws(Diagnostic)
    -> (delay: Duration, outcome: DependencyAnswer.Outcome)
  {
    switch reader.node.kind {
    case .call("after", let arguments) where arguments.count == 2:
      let delay = try reader.at(arguments[0].value).read(Duration.self)
      return (delay, try element(reader.at(arguments[1].value), of: stream).outcome)
    case .name("never"): return (.zero, .never)
    case .enumCase("failure", let arguments?)
    where arguments.count == 1 && Choice.names(of: stream.element)?.contains("failure") != true:
      guard stream.canFail else { throw reader.error("the stream of '\(function.path)' cannot fail") }
      return (.zero, .failure(try error(of: (any Error).self, reader.at(arguments[0].value))))
    default: return (.zero, .value(try value(reader, of: stream.element)))
    }
  }

  private func value(_ reader: ValueReader, of type: Any.Type? = nil) throws(Diagnostic) -> Any {
    do throws(Diagnostic) { return try reader.value(of: type ?? endpoint.result) } catch {
      throw error.adding(notes: [
        "an answer of '\(function.path)' is a value of \(dumpTypeName(type ?? endpoint.result))"
      ])
    }
  }

  private func error(of type: Any.Type, _ reader: ValueReader) throws(Diagnostic) -> any Error {
    let isAny = type == (any Error).self
    if isAny, case .string(let text) = reader.node.kind { return AnsweredFailure(text) }
    let type = isAny ? try errorType(reader) : type
    guard let error = try reader.value(of: type) as? any Error else { throw reader.mismatch(type) }
    return error
  }

  /// The type of an error that is written with its name.
  private func errorType(_ reader: ValueReader) throws(Diagnostic) -> Any.Type {
    guard let names = reader.node.dottedName?.names else {
      throw reader.error(
        "the type of the error is missing",
        hint: "write .failure(MyError()), .failure(MyError.myCase) or .failure(\"a text\")"
      )
    }
    let module = String(reflecting: function.client).prefix { $0 != "." }
    let places = [
      _mangledTypeName(function.client), ErrorTypes.identifier(String(module)), ErrorTypes.identifier("Core"),
    ]
    for count in stride(from: min(names.count, 3), to: 0, by: -1) {
      let names = names.prefix(count)
      if names == ["CancellationError"] { return CancellationError.self }
      for case let place? in places {
        if let type = ErrorTypes.type(in: place, names) { return type }
      }
    }
    throw reader.error(
      "unknown error type '\(names.joined(separator: "."))'",
      notes: ["types of \(module), of Core, and those nested in \(dumpTypeName(function.client)) are found"],
      hint: "an error can also be a text: .failure(\"a text\")"
    )
  }
}

extension Endpoint {
  /// Its parameters: `text: String`.
  fileprivate var parameterList: String {
    parameters.map { Part($0.label, of: .of($0.type)) }.signature
  }

  /// The function's declaration without its name: `(text: String) async throws -> [Book]`.
  package var signature: String {
    let arguments = parameters.isEmpty && result != Void.self ? "" : "(\(parameterList))"
    let errors = failure.map { $0 == (any Error).self ? " throws" : " throws(\(dumpTypeName($0)))" } ?? ""
    let element = stream.map { "<\(dumpTypeName($0.element))>" } ?? ""
    let result = result == Void.self ? "" : " -> \(dumpTypeName(result))\(element)"
    return "\(arguments)\(isAsync ? " async" : "")\(errors)\(result)"
  }

  /// The type of its result, if that is a stream whose elements can be written.
  package var stream: (any AnswerableStream.Type)? { result as? any AnswerableStream.Type }

  /// The types of what can be written for an outcome: the result, and a result or an error.
  package var answerTypes: [Any.Type] {
    if let stream { return [Shape.list(of: .of(stream.element)).type] }
    guard let failure = failure as? any Error.Type else { return [result] }
    return [result, failure.resultType(ofSuccess: result)]
  }
}

extension Error {
  fileprivate static func resultType(ofSuccess type: Any.Type) -> Any.Type {
    func result<Success>(_: Success.Type) -> Any.Type { Result<Success, Self>.self }
    return _openExistential(type, do: result)
  }
}

/// The types of errors, by the names that a program gives them.
private enum ErrorTypes {
  /// The runtime finds types by the names that the linker uses, which also tell a structure, an enum or a class.
  static func type(in place: String, _ names: ArraySlice<String>) -> Any.Type? {
    guard let first = names.first else { return _typeByName(place) as? any Error.Type }
    return ["V", "O", "C"].lazy.compactMap { type(in: place + identifier(first) + $0, names.dropFirst()) }
      .first
  }

  static func identifier(_ name: String) -> String { "\(name.utf8.count)\(name)" }
}
