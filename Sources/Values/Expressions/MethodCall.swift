/// A method call of an expression, with the rules about what its arguments can be.
struct MethodCall {
  let name: String
  let arguments: [ExpressionNode.Argument]
  let node: ExpressionNode

  /// The argument of a method that takes at most one, under one of the labels.
  func argument(labels: [String?] = [nil], in evaluator: Evaluator) throws(Diagnostic) -> ExpressionNode? {
    guard let first = arguments.first else { return nil }
    guard arguments.count == 1 else {
      throw evaluator.error("'\(name)' takes one argument, not \(arguments.count)", at: arguments[1].value)
    }
    guard labels.contains(first.label) else {
      let names = labels.map { $0.map { "\($0):" } ?? "no label" }.joined(separator: " or ")
      let found = first.label.map { "'\($0):'" } ?? "none"
      throw evaluator.error("the argument of '\(name)' has \(names), found \(found)", at: first.value)
    }
    return first.value
  }

  func required(labels: [String?] = [nil], in evaluator: Evaluator) throws(Diagnostic) -> ExpressionNode {
    if let argument = try argument(labels: labels, in: evaluator) { return argument }
    throw evaluator.error("'\(name)' needs an argument", at: node, remedy: example)
  }

  func refuseArguments(in evaluator: Evaluator) throws(Diagnostic) {
    if let first = arguments.first { throw evaluator.error("'\(name)' takes no arguments", at: first.value) }
  }

  /// The condition of `filter(…)`, which must look at the elements.
  func condition(labels: [String?] = [nil, "where"], in evaluator: Evaluator) throws(Diagnostic)
    -> ExpressionNode
  {
    let argument = try required(labels: labels, in: evaluator)
    guard argument.usesSubject else {
      throw evaluator.error(
        "`\(evaluator.shown(argument))` says nothing about the elements",
        at: argument,
        remedy: #"start at the element with a key path: \#(example ?? name)"#
      )
    }
    return argument
  }

  private var example: String? {
    switch name {
    case "map", "compactMap": #"map(\.description)"#
    case "contains": #"contains("text") or contains(where: \.isComplete)"#
    case "prefix", "suffix": "\(name)(3)"
    case "hasPrefix", "hasSuffix": "\(name)(\"text\")"
    case "first", "last", "count", "firstIndex": #"\#(name)(where: \.isComplete)"#
    default: #"\#(name)(\.isComplete)"#
    }
  }
}
