import Core

/// A question about a value, in Swift-like syntax: `todos.filter(\.isComplete).count == 1`.
///
/// | kind | examples |
/// | --- | --- |
/// | paths | `todos[0].text`, `todos[id: UUID(0)]`, `todos[1...]`, `alert?.title`, `pair.0`, `self` |
/// | literals | `1`, `1.5`, `"text"`, `'raw'`, `true`, `nil`, `[1, 2]`, `["a": 1]`, `(1, 2)`, `0..<3`, `1m30s`, `UUID(0)` |
/// | cases | `.active`, `Filter.active`, `.edit(id: 1)` |
/// | interpolation | `"\(todos.count) todos"` |
/// | operators | `? : \|\| && == != < <= > >= ?? + - * / % !`, `is`, `as?` |
/// | methods | `filter { $0.isComplete }`, `map(\.text)`, `reduce(0, +)`, `sorted(by: >)`, `hasPrefix("a")`, … |
/// | functions | `abs min max Int Double String Set Array zip Dictionary(grouping:by:)` |
/// | the past | `before(todos.count)`: the value before the last command |
///
/// A literal is read as the type of the value that it is compared or combined with. An argument that is evaluated for each
/// element is a closure or starts with a key path, after which it may continue: `filter(!\.isComplete && \.text != "")`.
///
/// Arithmetic also applies to durations, `date + 1d` is a date, and `+` joins strings and lists.
///
/// A case without arguments equals every value of that case, whatever its payload: `destination == .edit`.
public struct Expression: Sendable {
  /// The source that was parsed.
  public let source: SourceText
  let root: SyntaxNode
  private let preparation = Preparation()

  /// Parses an expression that spans all of `source`.
  ///
  /// - Throws: A diagnostic for the first error.
  /// - Complexity: O(*n*) in the length of the source.
  public init(parsing source: SourceText) throws(Diagnostic) {
    self.source = source
    var parser = SyntaxParser(source)
    root = try parser.parse()
  }

  /// A part of an expression, or one of several in a source.
  init(_ root: SyntaxNode, in source: SourceText) {
    (self.source, self.root) = (source.slice(root.range), root)
  }

  /// Parses expressions that are separated by commas.
  ///
  /// - Throws: A diagnostic for the first error.
  package static func list(parsing source: SourceText) throws(Diagnostic) -> [Expression] {
    var parser = SyntaxParser(source)
    return try parser.parseAll().map { Expression($0, in: source) }
  }

  /// Whether its value is the same in every context.
  package var isConstant: Bool { root.isClosed }

  /// How many commands it looks back: one in `before(EXPR)`, two in `before(before(EXPR))`.
  package var lookback: Int { root.lookback }

  /// Whether a name occurs in it where a value starts.
  package func names(_ name: String) -> Bool { root.references().contains { $0.kind == .name(name) } }

  /// The value of the expression.
  ///
  /// - Parameters:
  ///   - context: The values that its names refer to.
  ///   - memo: The results for another value, which may share parts with this one.
  /// - Throws: A diagnostic at the part that cannot be evaluated.
  public func evaluate(
    in context: ExpressionContext,
    memo: ExpressionMemo? = nil
  ) throws(Diagnostic) -> ExpressionValue {
    let compiled = try compiled(for: type(of: context.root))
    return try Evaluation.run(in: context, memo: memo) { evaluation in
      ExpressionValue(try compiled.value(in: evaluation).kept)
    }
  }

  /// Whether the expression is true.
  ///
  /// - Parameters:
  ///   - context: The values that its names refer to.
  ///   - memo: The results for another value, which may share parts with this one.
  /// - Throws: A diagnostic if it cannot be evaluated, or its value is not a `Bool`.
  public func holds(in context: ExpressionContext, memo: ExpressionMemo? = nil) throws(Diagnostic)
    -> Bool
  {
    let compiled = try compiled(for: type(of: context.root))
    return try Evaluation.run(in: context, memo: memo) { evaluation in
      try compiled.term.holds(compiled.value(in: evaluation))
    }
  }

  /// Checks its names, methods and types, because an evaluation may not reach all of them.
  ///
  /// - Parameters:
  ///   - type: The type of the root value.
  ///   - facts: The names in scope besides the root's members, with the types of their values; `nil` if unknown.
  ///   - isCondition: Whether its value must be a `Bool`.
  /// - Throws: A diagnostic for the first part that no value can make valid.
  package func check(
    for type: Any.Type,
    naming facts: [String: Any.Type]? = nil,
    isCondition: Bool = false
  ) throws(Diagnostic) {
    let term = try compiled(for: type, naming: facts).term
    if isCondition { try Diagnostic.only { try term.checkIsCondition() } }
  }

  /// The expression compiled for a type of root value.
  ///
  /// - Throws: As ``check(for:naming:)``.
  package func compiled(for type: Any.Type, naming facts: [String: Any.Type]? = nil)
    throws(Diagnostic)
    -> CompiledExpression
  {
    // An expression that was compiled without names may contain unknown ones.
    if let known = preparation.first.object {
      let known = unsafeDowncast(known, to: CompiledExpression.self)
      if known.type == type, facts == nil || known.isNamed { return known }
    }
    let compiler = ExpressionCompiler(root: type, facts: facts, source: source)
    let term = try Diagnostic.only { try compiler.term(root) }
    let compiled = CompiledExpression(
      .of(type),
      term,
      ExpressionInputs(of: root, in: .of(type)),
      isNamed: facts != nil
    )
    preparation.first.fill(with: compiled)
    return compiled
  }

  /// Keeps the first compilation: an expression is usually evaluated for many values of one type.
  private final class Preparation: Sendable {
    let first = FirstObject()
  }
}

/// An expression compiled for one type of root value, to evaluate it for many values of that type.
package final class CompiledExpression: @unchecked Sendable {
  // Unchecked: nothing changes, and the functions read only types and constants.

  /// The shape of the root value. Shapes are never released.
  private unowned(unsafe) let root: Shape
  let term: Term
  let inputs: ExpressionInputs?
  /// Whether the types of the names in scope were known.
  fileprivate let isNamed: Bool

  fileprivate init(_ root: Shape, _ term: Term, _ inputs: ExpressionInputs?, isNamed: Bool) {
    (self.root, self.term, self.inputs, self.isNamed) = (root, term, inputs, isNamed)
  }

  /// The type of the root value.
  package var type: Any.Type { root.type }

  /// Whether it is true for the root value at an address.
  ///
  /// - Parameters:
  ///   - owner: The object that keeps the root value alive.
  ///   - evaluation: The evaluation, which is restarted.
  /// - Returns: `nil` if it cannot be evaluated; ``Expression/holds(in:memo:)`` throws the reason.
  package func holds(for root: UnsafeRawPointer, ownedBy owner: AnyObject, in evaluation: Evaluation) -> Bool?
  {
    evaluation.start(at: Peek(at: root, self.root), ownedBy: owner)
    return try? term.holds(value(in: evaluation))
  }

  /// Its value for the root value at an address.
  ///
  /// - Returns: `nil` if it cannot be evaluated; ``Expression/evaluate(in:memo:)`` throws the reason.
  package func answer(for root: UnsafeRawPointer, ownedBy owner: AnyObject, in evaluation: Evaluation)
    -> ExpressionValue?
  {
    evaluation.start(at: Peek(at: root, self.root), ownedBy: owner)
    return (try? value(in: evaluation)).map { ExpressionValue($0.kept) }
  }

  /// The value for the root value of an evaluation. It is remembered, and reused for the next root value if that has the
  /// same inputs.
  fileprivate func value(in evaluation: Evaluation) throws -> Value {
    guard let inputs, let memo = evaluation.memo, case .place(let root) = evaluation.root,
      root.shape === self.root
    else { return try term.value(in: evaluation) }
    if let known = memo.result(for: root, inputs) { return try known.get() }
    let result = Result { try term.value(in: evaluation).kept }
    if !evaluation.readsObject {
      let root = evaluation.owner.map { Peek(at: root.address, root.shape, ownedBy: $0) } ?? root.kept
      memo.note(result, for: root)
    }
    return try result.get()
  }
}

extension Expression: CustomStringConvertible {
  /// The expression as it was written.
  public var description: String { source.text }
}

extension Expression: Equatable {
  /// Whether both have the same syntax tree, regardless of spelling and location.
  public static func == (lhs: Expression, rhs: Expression) -> Bool { lhs.root == rhs.root }
}

/// The context in which an expression is evaluated.
public struct ExpressionContext {
  /// The value whose members are in scope.
  public var root: Any
  /// Further names in scope; members of `root` take precedence.
  package let names: [String]
  /// The value of such a name.
  package let variable: (_ name: String) -> Any?
  /// Calls a closure with the context of `EXPR` in `before(EXPR)`; `nil` if there is no history.
  package var before: ((_ evaluate: (ExpressionContext) -> Void) -> Void)?
  /// The maximum number of steps of an evaluation; a step evaluates one part of the expression for one element.
  public var stepLimit: Int

  /// The default of ``stepLimit``, which ends any evaluation within seconds.
  public static let defaultStepLimit = 2_000_000

  /// Creates a context for evaluating an expression.
  ///
  /// - Parameters:
  ///   - root: The value whose members are in scope.
  ///   - variables: Further names in scope.
  ///   - stepLimit: The maximum number of steps of an evaluation.
  public init(_ root: Any, variables: [String: Any] = [:], stepLimit: Int = Self.defaultStepLimit) {
    self.init(root, names: variables.keys.sorted(), stepLimit: stepLimit) { variables[$0] }
  }

  /// A context with names whose values are computed when an expression needs them.
  package init(
    _ root: Any,
    names: [String],
    stepLimit: Int = Self.defaultStepLimit,
    _ variable: @escaping (_ name: String) -> Any?
  ) {
    self.root = root
    self.names = names
    self.stepLimit = stepLimit
    self.variable = variable
  }
}

/// The value of an expression: any Swift value, or `nil`.
public struct ExpressionValue {
  private let value: Value

  init(_ value: Value) { self.value = value }

  /// The value, unwrapped from optionals.
  public var wrapped: Any? { value.any }

  /// The name of its type in errors.
  public var typeName: String { TodoShellValues.typeName(of: wrapped) }

  /// Whether a diff of this value and a later one would show nothing.
  package func isSame(as other: ExpressionValue) -> Bool {
    switch (value, other.value) {
    case (.flag(let own), .flag(let other)): own == other
    case (.integer(let own), .integer(let other)): own == other
    default:
      value.read { old in
        // Shared values in them may differ between the sides.
        let old = Peek(at: old.address, old.shape, on: .old)
        return other.value.read { Sameness.isSame(old, $0) } ?? false
      } ?? other.value.isNull
    }
  }

  /// The value as text: on one line as Swift source if it is small, otherwise as formatted by `dump`.
  ///
  /// Strings are quoted and their control characters escaped, which distinguishes `"1"` from `1`.
  public func formatted(dump: (Any) -> String = { String(customDumping: $0) }) -> String {
    if let short = ValueText.short(wrapped) { return short }
    return wrapped.map(dump) ?? "nil"
  }
}
