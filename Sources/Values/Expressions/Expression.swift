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
/// | of a collection | `count isEmpty first last filter map contains allSatisfy first(where:) …` |
/// | of a text | `count isEmpty contains hasPrefix hasSuffix lowercased uppercased` |
///
/// In an argument a key path starts at the element that the method looks at, and the whole argument is
/// evaluated for each of them: `filter(\.isComplete)`, `filter(!\.isComplete && \.text != "")`.
///
/// Besides numbers, durations are added, multiplied and divided, `date + 1d` is a date, and texts and lists are joined by `+`.
///
/// A case without arguments equals every value in that case, whatever its payload: `destination == .edit`.
public struct Expression: Sendable {
  /// What was read.
  public let source: SourceText
  let root: SyntaxNode
  private let checkedType = CheckedType()

  /// Reads an expression that takes all of `source`.
  ///
  /// - Throws: the first error, with its place.
  /// - Complexity: O(*n*) in the length of the source.
  public init(parsing source: SourceText) throws(Diagnostic) {
    self.source = source
    var parser = SyntaxParser(source)
    root = try parser.parse()
  }

  /// Whether it comes to the same whatever it is about.
  package var isConstant: Bool { root.isClosed }

  /// What the expression comes to.
  ///
  /// - Parameters:
  ///   - context: what it is about.
  ///   - memo: what it came to for a value that may share parts with this one.
  /// - Throws: why it cannot be evaluated, with the place of the part that is wrong.
  public func evaluate(
    in context: ExpressionContext,
    memo: ExpressionMemo? = nil
  ) throws(Diagnostic) -> ExpressionValue {
    try check(for: type(of: context.root))
    var evaluator = Evaluator(context: context, source: source, memo: memo)
    return ExpressionValue(try evaluator.evaluate(root))
  }

  /// Whether the expression holds.
  ///
  /// - Parameters:
  ///   - context: what it is about.
  ///   - memo: what it came to for a value that may share parts with this one.
  /// - Throws: also if it does not come to a `Bool`.
  public func holds(in context: ExpressionContext, memo: ExpressionMemo? = nil) throws(Diagnostic) -> Bool {
    try check(for: type(of: context.root))
    var evaluator = Evaluator(context: context, source: source, memo: memo)
    return try evaluator.condition(root)
  }

  /// Looks for members that no value of a type has: an evaluation finds them only where it comes to them.
  ///
  /// - Parameters:
  ///   - type: The type of what the expression is to be about.
  ///   - names: What can be named besides its members; `nil` if that is not known.
  /// - Throws: The first of them.
  package func check(for type: Any.Type, naming names: [String]? = nil) throws(Diagnostic) {
    guard !checkedType.isLast(type) else { return }
    var check = MemberCheck(root: type, names: names, source: source)
    try check.check(root)
    checkedType.note(type)
  }

  /// The type for which an expression has been found to name members that are there. It is asked of many values of one
  /// type.
  private final class CheckedType: Sendable {
    private let last = Atomic<UInt>(0)

    func isLast(_ type: Any.Type) -> Bool { last.load(ordering: .relaxed) == Self.address(of: type) }
    func note(_ type: Any.Type) { last.store(Self.address(of: type), ordering: .relaxed) }

    private static func address(of type: Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }
  }
}

extension Expression: CustomStringConvertible {
  /// The expression in its canonical form; reading it gives an expression that is equal.
  public var description: String { root.description }
}

extension Expression: Equatable {
  /// Whether both say the same, however it was written and wherever.
  public static func == (lhs: Expression, rhs: Expression) -> Bool { lhs.root == rhs.root }
}

/// What an expression is about.
public struct ExpressionContext {
  /// The value whose members are in scope.
  public var root: Any
  /// Further names, for which members of `root` come first.
  public var variables: [String: Any]
  /// How many steps an evaluation may take; a step looks at one part of the expression for one element.
  ///
  /// At the default an evaluation ends within seconds, whatever was typed.
  public var stepLimit: Int

  /// Creates what an expression is evaluated in.
  ///
  /// - Parameters:
  ///   - root: The value whose members can be named without anything before them.
  ///   - variables: What can be named besides.
  ///   - stepLimit: How many steps an evaluation may take.
  public init(_ root: Any, variables: [String: Any] = [:], stepLimit: Int = 2_000_000) {
    self.root = root
    self.variables = variables
    self.stepLimit = stepLimit
  }
}

/// What an expression came to: any Swift value, or `nil`.
public struct ExpressionValue {
  /// The value without optionals around it.
  public let wrapped: Any?

  init(_ wrapped: Any?) {
    self.wrapped = wrapped
  }

  /// The type as it is named in errors.
  public var typeName: String { Reflection.typeName(of: wrapped) }

  /// The value for a person to read: on one line as Swift source if it is small, otherwise as `dump` writes
  /// it.
  ///
  /// Strings are quoted and their control characters escaped, so that `"1"` can be told from `1`.
  public func formatted(dump: (Any) -> String) -> String {
    if let short = ValueText.short(wrapped) { return short }
    return wrapped.map(dump) ?? "nil"
  }
}

/// A case written in an expression, which has no type of its own: `.active`.
struct CaseLiteral {
  let name: String
  let arguments: [(label: String?, value: Any?)]
}

extension CaseLiteral: CustomDumpStringConvertible {
  var customDumpDescription: String { actionText(self) }
}

/// As a key of a dictionary one is told from another by what was written.
extension CaseLiteral: Hashable {
  static func == (lhs: CaseLiteral, rhs: CaseLiteral) -> Bool { actionText(lhs) == actionText(rhs) }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
