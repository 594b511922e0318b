import Core

/// One evaluation of an expression: its inputs, its limit, and what it has recorded.
package final class Evaluation {
  @exclusivity(unchecked) private(set) var root: Value
  private let variable: (_ name: String) -> Any?
  private let before: ((_ evaluate: (ExpressionContext) -> Void) -> Void)?
  let names: [String]
  private let stepLimit: Int
  @exclusivity(unchecked) private(set) var steps = 0
  /// The results remembered from evaluations of other root values.
  let memo: ExpressionMemo?
  /// The parameters of the closures around the current part, by slot.
  @exclusivity(unchecked) var locals: [Value] = []
  /// Whether an object was read, whose members can change while the reference stays the same.
  @exclusivity(unchecked) var readsObject = false
  /// The values of names, each computed once. A list, because there are few.
  @exclusivity(unchecked) private var variables: [(name: String, value: Value)] = []
  /// The object that keeps the root value alive; `nil` if the caller does.
  @exclusivity(unchecked) private(set) var owner: AnyObject?
  /// Receives the values of parts, if requested.
  @exclusivity(unchecked) var record: RecordedEvaluation?

  init(_ root: Value, in context: ExpressionContext, memo: ExpressionMemo? = nil) {
    self.root = root
    (variable, before, names, stepLimit) = (
      context.variable, context.before, context.names, context.stepLimit
    )
    self.memo = memo
  }

  /// An evaluation for many root values in place, one after another, without a history.
  ///
  /// - Parameter variable: The value of a name that is not a member of the root value.
  package convenience init(memo: ExpressionMemo, _ variable: @escaping (_ name: String) -> Any?) {
    self.init(.null, in: ExpressionContext((), names: [], variable), memo: memo)
  }

  func start(at root: Peek, ownedBy owner: AnyObject) {
    (self.root, self.owner, steps, readsObject) = (Value(root), owner, 0, false)
    if !variables.isEmpty { variables.removeAll(keepingCapacity: true) }
  }

  /// Evaluates with the root value of a context in place.
  static func run<Result>(
    in context: ExpressionContext,
    memo: ExpressionMemo? = nil,
    _ body: (Evaluation) throws -> Result
  ) throws(Diagnostic) -> Result {
    let result = withAddress(of: context.root) { root in
      let evaluation = Evaluation(
        Value(Peek(at: root, .of(value: context.root))),
        in: context,
        memo: memo
      )
      return Swift.Result { try body(evaluation) }
    }
    return try Diagnostic.only(result.get)
  }

  /// The value of a name that is not a member of the root value; `nil` if there is none.
  func variable(_ name: String) -> Value? {
    if let known = variables.first(where: { $0.name == name }) { return known.value }
    guard let value = variable(name).map(Value.init(flattening:)) else { return nil }
    variables.append((name, value))
    return value
  }

  /// Evaluates a part for the state before the last command.
  ///
  /// - Returns: `nil` if there is no history.
  func before(_ term: Term) throws -> Value? {
    guard let before else { return nil }
    var result: Result<Value, any Error> = .success(.null)
    before { context in
      result = Result {
        try Evaluation.run(in: context) { earlier in
          (earlier.locals, earlier.steps) = (locals, steps)
          defer { steps = earlier.steps }
          return try term.value(in: earlier).kept
        }
      }
    }
    return try result.get()
  }

  /// Counts steps before they are taken.
  func take(steps count: Int, at node: SyntaxNode, in source: SourceText) throws {
    guard count <= stepLimit - steps else {
      throw source.error("the expression takes more than \(stepLimit) steps", at: node)
    }
    steps += count
  }

  /// Calls a function that may take as many steps as an evaluation, without counting them.
  func withoutCounting<Result>(_ body: () -> Result) -> Result {
    let before = steps
    steps = 0
    defer { steps = before }
    return body()
  }

  /// Counts the steps of making or reading a text.
  func take(bytes count: Int, at node: SyntaxNode, in source: SourceText) throws {
    try take(steps: count / 64, at: node, in: source)
  }

  /// Sets the parameters of a closure.
  func bind(_ value: Value, at slot: Int) {
    while locals.count <= slot { locals.append(.null) }
    locals[slot] = value
  }
}

extension Diagnostic {
  /// Calls a closure that throws only diagnostics. Its errors are untyped, because closures do not infer a
  /// thrown type.
  static func only<Result>(_ body: () throws -> Result) throws(Diagnostic) -> Result {
    do { return try body() } catch let error as Diagnostic { throw error } catch {
      throw SourceText("").diagnostic("\(error)", at: 0..<0)
    }
  }
}
