import Core

/// A part of an expression, compiled.
///
/// Where the type of an operand is known, the part is compiled and checked for it before anything is evaluated; where only
/// a value can tell, for the first type that is met.
final class Term: @unchecked Sendable {
  // Unchecked: nothing changes, and the functions read only types and constants.

  typealias Run = (Evaluation) throws -> Value

  let node: SyntaxNode
  let source: SourceText
  /// The type of its value, unless that is `nil`; `nil` if only the value can tell. Shapes are never released.
  unowned(unsafe) let type: Shape?
  /// Its value, if that is always the same.
  let constant: Value?
  /// Whether its value is declared to be optional, apart from any `?` before it.
  let isOptional: Bool
  /// Whether it is outside of closures, so that it has one value in an evaluation.
  private let isOutside: Bool
  private let run: Run

  init(
    _ node: SyntaxNode,
    in source: SourceText,
    _ type: Shape?,
    constant: Value? = nil,
    isOptional: Bool = false,
    isOutside: Bool = false,
    _ run: @escaping Run
  ) {
    (self.node, self.source, self.type, self.constant, self.run) = (
      node, source, type, constant, run
    )
    (self.isOptional, self.isOutside) = (isOptional, isOutside)
  }

  /// A constant.
  convenience init(_ node: SyntaxNode, in source: SourceText, _ value: Any?) {
    var value = Value(flattening: value)
    if let number = value.unboxed(as: Int.self) { value = .integer(number) }
    self.init(node, in: source, value.shape, constant: value) { [value] _ in value }
  }

  func value(in evaluation: Evaluation) throws -> Value {
    try evaluation.take(steps: 1, at: node, in: source)
    let value = try run(evaluation)
    if isOutside, let record = evaluation.record { record.note(value, of: node) }
    return value
  }

  /// The value of a part that must be a `Bool`.
  func holds(in evaluation: Evaluation) throws -> Bool {
    try holds(value(in: evaluation))
  }

  /// Whether a value of the part is true.
  func holds(_ value: Value) throws -> Bool {
    if case .flag(let holds) = value { return holds }
    if let holds = value.unboxed(as: Bool.self) { return holds }
    throw noCondition(value.shape)
  }

  /// - Throws: An error if its value is certainly not a `Bool`.
  func checkIsCondition() throws {
    if let type, type.type != Bool.self { throw noCondition(type) }
  }

  /// The error for a value that cannot be a key.
  func unhashable(_ type: Shape?) -> Diagnostic {
    error("`\(shown)` is \(typeName(type)), which cannot be a key", isMissing: type == nil)
  }

  private func noCondition(_ type: Shape?) -> Diagnostic {
    error(
      "`\(shown)` is \(typeName(type)), not Bool",
      hint: node.isLiteral
        ? "a condition is true, false or a comparison, such as n == \(shown)"
        : whole.map { "compare it with a value: \($0) == …" },
      isMissing: type == nil
    )
  }

  /// The part as written, shortened for a message.
  var shown: String { source.shown(node) }

  /// The part as written, to be typed; `nil` if it is long.
  var whole: String? {
    let text = source.slice(node.range).text
    return text == shown ? text : nil
  }

  /// - Parameter isMissing: Whether a value is missing that may exist in another state.
  func error(_ message: String, hint: String? = nil, isMissing: Bool = false) -> Diagnostic {
    source.error(message, at: node, hint: hint, isMissing: isMissing)
  }
}

extension SourceText {
  /// - Parameter isMissing: Whether a value is missing that may exist in another state.
  func error(
    _ message: String,
    at node: SyntaxNode,
    hint: String? = nil,
    isMissing: Bool = false
  ) -> Diagnostic {
    var error = diagnostic(message, at: node.range, hint: hint)
    error.concernsMissingValue = isMissing
    return error
  }
}

/// The operation of a part on operands of certain types.
final class Code: @unchecked Sendable {
  // Unchecked: as for a term.

  typealias Run = (_ evaluation: Evaluation, _ left: Value, _ right: Value) throws -> Value

  /// The type of the result, unless that is `nil`; `nil` if only the result can tell.
  let type: Shape?
  /// Whether the result is declared to be optional.
  let isOptional: Bool
  let run: Run

  init(_ type: Shape?, isOptional: Bool = false, _ run: @escaping Run) {
    (self.type, self.isOptional, self.run) = (type, isOptional, run)
  }

  /// An operation on one operand.
  convenience init(
    _ type: Shape?,
    isOptional: Bool = false,
    _ run: @escaping (Evaluation, Value) throws -> Value
  ) {
    self.init(type, isOptional: isOptional) { evaluation, left, _ in
      try run(evaluation, left)
    }
  }
}

/// The code of a part for the first types of its operands.
final class CodeCache: Sendable {
  private final class Entry: Sendable {
    let types: (Shape, Shape?)
    let code: Code

    init(_ types: (Shape, Shape?), _ code: Code) { (self.types, self.code) = (types, code) }
  }

  private let first = FirstObject()

  func code(
    for left: Shape,
    _ right: Shape?,
    compile: () throws -> Code
  ) throws -> Code {
    if let known = first.unretained {
      let entry = known._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Entry.self) }
      if entry.types.0 === left, entry.types.1 === right { return entry.code }
    }
    let code = try compile()
    first.fill(with: Entry((left, right), code))
    return code
  }
}

func typeName(_ shape: Shape?) -> String { shape.map { typeName($0.type) } ?? "nil" }
