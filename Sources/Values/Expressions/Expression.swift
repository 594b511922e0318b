import Core
import Synchronization

/// A question about a value, in Swift-like syntax: `todos.filter(\.isComplete).count == 1`.
///
/// | kind | examples |
/// | --- | --- |
/// | paths | `todos[0].text`, `todos[id: UUID(0)]`, `alert?.title`, `pair.0`, `self` |
/// | literals | `1`, `1.5`, `"text"`, `'raw'`, `true`, `nil`, `[1, 2]`, `["a": 1]`, `[:]`, `1m30s`, `UUID(0)` |
/// | cases | `.active`, `.edit(id: 1)` |
/// | operators | `== != < <= > >= && \|\| ! ?? + - * / %` |
/// | collection methods | `count isEmpty first last filter map contains allSatisfy first(where:) …` |
/// | string methods | `count isEmpty contains hasPrefix hasSuffix lowercased uppercased` |
///
/// In an argument, a key path starts at the method's current element, and the whole argument is evaluated for each
/// element: `filter(\.isComplete)`, `filter(!\.isComplete && \.text != "")`.
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

  /// Whether its value is the same in every context.
  package var isConstant: Bool { root.isClosed }

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
    if let value = try compiledValue(of: context.root) { return ExpressionValue(value) }
    var evaluator = Evaluator(context: context, source: source, memo: memo)
    return ExpressionValue(try evaluator.evaluate(root))
  }

  /// Whether the expression is true.
  ///
  /// - Parameters:
  ///   - context: The values that its names refer to.
  ///   - memo: The results for another value, which may share parts with this one.
  /// - Throws: A diagnostic if it cannot be evaluated, or its value is not a `Bool`.
  public func holds(in context: ExpressionContext, memo: ExpressionMemo? = nil) throws(Diagnostic) -> Bool {
    if let holds = try compiledValue(of: context.root).flatMap({ unboxed($0, as: Bool.self) }) {
      return holds
    }
    var evaluator = Evaluator(context: context, source: source, memo: memo)
    return try evaluator.condition(root)
  }

  /// The value, if it can be told without walking the tree.
  ///
  /// - Throws: A diagnostic for an unknown member.
  private func compiledValue(of value: Any) throws(Diagnostic) -> Any? {
    let type = type(of: value)
    // Compiling takes longer than a single evaluation.
    if preparation.isChecked(for: type) { return preparation.compiled(root, over: type).value(of: value) }
    try check(for: type)
    return nil
  }

  /// Checks statically that its members exist, because an evaluation may not reach all of them.
  ///
  /// - Parameters:
  ///   - type: The type of the root value.
  ///   - names: The names in scope besides the root's members; `nil` if unknown.
  /// - Throws: A diagnostic for the first unknown member.
  package func check(for type: Any.Type, naming names: [String]? = nil) throws(Diagnostic) {
    // An expression that was checked without names may contain unknown ones.
    if names == nil, preparation.isChecked(for: type) { return }
    var check = MemberCheck(root: type, names: names, source: source)
    try check.check(root)
    preparation.noteChecked(for: type)
  }

  /// The static type of the whole expression over a value of a type; `nil` if it is unknown.
  package func staticType(over type: Any.Type) -> Any.Type? {
    var check = MemberCheck(root: type, names: nil, source: source)
    return check.staticType(of: root)
  }

  /// What was prepared for a type of root: an expression is usually evaluated for many values of one type.
  private final class Preparation: Sendable {
    /// The address of the last type for which the members were checked.
    private let checked = Atomic<UInt>(0)
    /// The expression compiled for the first type of which it was evaluated for a second value.
    private let compilation = FirstObject()

    func isChecked(for type: Any.Type) -> Bool { checked.load(ordering: .relaxed) == Self.address(of: type) }
    func noteChecked(for type: Any.Type) { checked.store(Self.address(of: type), ordering: .relaxed) }

    func compiled(_ node: SyntaxNode, over type: Any.Type) -> CompiledExpression {
      unsafeDowncast(
        compilation.object ?? compilation.fill(with: CompiledExpression(node, over: type)),
        to: CompiledExpression.self
      )
    }

    private static func address(of type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }
  }
}

extension Expression: CustomStringConvertible {
  /// The expression in canonical form; parsing it yields an equal expression.
  public var description: String { root.description }
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
  public var variables: [String: Any]
  /// The maximum number of steps of an evaluation; a step evaluates one part of the expression for one element.
  ///
  /// The default ends any evaluation within seconds.
  public var stepLimit: Int

  /// Creates a context for evaluating an expression.
  ///
  /// - Parameters:
  ///   - root: The value whose members are in scope.
  ///   - variables: Further names in scope.
  ///   - stepLimit: The maximum number of steps of an evaluation.
  public init(_ root: Any, variables: [String: Any] = [:], stepLimit: Int = 2_000_000) {
    self.root = root
    self.variables = variables
    self.stepLimit = stepLimit
  }
}

/// The value of an expression: any Swift value, or `nil`.
public struct ExpressionValue {
  /// The value, unwrapped from optionals.
  public let wrapped: Any?

  init(_ wrapped: Any?) {
    self.wrapped = wrapped
  }

  /// The name of its type in errors.
  public var typeName: String { Reflection.typeName(of: wrapped) }

  /// The value as text: on one line as Swift source if it is small, otherwise as formatted by `dump`.
  ///
  /// Strings are quoted and their control characters escaped, which distinguishes `"1"` from `1`.
  public func formatted(dump: (Any) -> String) -> String {
    if let short = ValueText.short(wrapped) { return short }
    return wrapped.map(dump) ?? "nil"
  }
}

/// A case written in an expression, whose enum is not known yet: `.active`.
struct CaseLiteral {
  let name: String
  let arguments: [(label: String?, value: Any?)]
}

extension CaseLiteral: CustomDumpStringConvertible {
  var customDumpDescription: String { actionText(self) }
}

/// As dictionary keys, case literals are compared by their text.
extension CaseLiteral: Hashable {
  static func == (lhs: CaseLiteral, rhs: CaseLiteral) -> Bool { actionText(lhs) == actionText(rhs) }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
