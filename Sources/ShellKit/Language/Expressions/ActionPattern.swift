import Core

/// A pattern of actions: the names of their cases, as far as one cares.
///
/// `.todos(.element)` is every action of any element, `.todos(.element(id: UUID(0)))` every action of one of them, and
/// `.todos(.element(id: _, action: .binding(\.isComplete)))` whatever writes one property of any. What is left out or
/// `_` may be anything. Values that have labels are found by them, others by their place.
struct ActionPattern {
  let source: SourceText
  private let root: ExpressionNode

  /// Reads a pattern that takes all of `source`.
  ///
  /// - Throws: What is wrong with it.
  init(parsing source: SourceText) throws(Diagnostic) {
    self.source = source
    root = try Expression(parsing: source).root
    guard case .enumCase = root.kind else {
      throw source.diagnostic(
        "expected a pattern of actions, found '\(source.text)'",
        remedy: "it starts with the name of a case: .todos(.element)"
      )
    }
  }

  /// Whether an action is one of these.
  func matches(_ action: Any) -> Bool { matches(root, action) }

  private func matches(_ node: ExpressionNode, _ value: Any?) -> Bool {
    if case .name("_") = node.kind { return true }
    guard let value = value.flatMap(Reflection.flattened) else { return node.isNone }
    switch node.kind {
    case .enumCase(let name, let arguments):
      if let binding = value as? any BindingPatternMatching {
        return binding.isMade(by: name) && matches(arguments, binding.parts)
      }
      guard EnumReflection.caseName(of: value) == name else { return false }
      return matches(arguments, EnumReflection.payload(of: value).map { ($0.label, $0.value) })
    case .member(let base, let name, _):
      guard case .subject = base.kind else { return false }
      // `.binding(\.isComplete)` is short for whatever the binding does to that property.
      if let binding = value as? any BindingPatternMatching { return binding.property == name }
      return (value as? AnyKeyPath).map { String(customDumping: $0) } == "\\.\(name)"
    default: return isEqual(value, to: node)
    }
  }

  private func matches(
    _ arguments: [ExpressionNode.Argument],
    _ payload: [(label: String?, value: Any?)]
  ) -> Bool {
    for (position, argument) in arguments.enumerated() {
      let byLabel = argument.label.flatMap { label in payload.first { $0.label == label } }
      let byPlace = position < payload.count && (argument.label == nil || payload[position].label == nil)
      guard let part = byLabel ?? (byPlace ? payload[position] : nil), matches(argument.value, part.value)
      else {
        return false
      }
    }
    return true
  }

  private func isEqual(_ value: Any, to node: ExpressionNode) -> Bool {
    var evaluator = Evaluator(context: ExpressionContext(()), source: source)
    do throws(Diagnostic) {
      let literal = try evaluator.evaluate(node)
      return try evaluator.areEqual(value, literal, at: node) ?? false
    } catch {
      return false
    }
  }
}

extension ExpressionNode {
  /// Whether it says that there is no value.
  fileprivate var isNone: Bool {
    switch kind {
    case .null: true
    case .enumCase("none", let arguments): arguments.isEmpty
    default: false
    }
  }
}

/// A change of one property, matched as it is written: `.set(\.isComplete, true)`.
private protocol BindingPatternMatching {
  var property: String { get }
  var parts: [(label: String?, value: Any?)] { get }
  func isMade(by name: String) -> Bool
}

extension BindingAction: BindingPatternMatching {
  fileprivate var property: String { String(String(customDumping: keyPath).drop { $0 != "." }.dropFirst()) }

  fileprivate var parts: [(label: String?, value: Any?)] { [(nil, keyPath), (nil, value)] }

  fileprivate func isMade(by name: String) -> Bool { name == (value == nil ? "toggle" : "set") }
}
