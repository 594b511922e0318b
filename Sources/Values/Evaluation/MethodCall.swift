/// A call of a method with a valid argument.
struct MethodCall {
  let name: String
  let argument: Term?
  /// Whether the argument is a condition on the elements.
  let isCondition: Bool

  /// - Throws: A diagnostic for invalid arguments.
  init(
    _ method: Method,
    _ arguments: [Term.Argument],
    at term: Term,
    in evaluator: Evaluator
  ) throws(Diagnostic) {
    let (labels, isOptional): ([String?], Bool) =
      switch method.parameter {
      case .none: ([], true)
      case .number(let isOptional): ([nil], isOptional)
      case .text(let label, let isOptional), .each(let label, let isOptional):
        (label == nil ? [nil] : [nil, label], isOptional)
      case .condition: ([nil, "where"], false)
      case .elementOrCondition(let label): ([label, "where"], false)
      }
    name = method.name
    argument = arguments.first?.value
    guard let first = arguments.first else {
      isCondition = false
      if isOptional { return }
      throw evaluator.error("'\(name)' needs an argument", at: term, hint: method.example)
    }
    if labels.isEmpty { throw evaluator.error("'\(name)' takes no arguments", at: first.value) }
    guard arguments.count == 1 else {
      throw evaluator.error(
        "'\(name)' takes one argument, not \(arguments.count)",
        at: arguments[1].value
      )
    }
    guard labels.contains(first.label?.text) else {
      let names = labels.map { $0.map { "\($0):" } ?? "no label" }.joined(separator: " or ")
      let found = first.label.map { "'\($0.text):'" } ?? "none"
      throw evaluator.error(
        "wrong argument label in '\(name)': expected \(names), found \(found)",
        at: first.value
      )
    }
    switch method.parameter {
    case .condition: isCondition = true
    case .elementOrCondition(let label):
      isCondition = first.label?.text == "where" || label == nil && first.value.node.usesSubject
    case .none, .number, .text, .each: isCondition = false
    }
    guard !isCondition || first.value.node.usesSubject else {
      throw evaluator.error(
        "`\(evaluator.shown(first.value.node))` does not depend on the element",
        at: first.value,
        hint: #"start with a key path: \#(method.example)"#
      )
    }
  }

  /// The argument, which must be present.
  var required: Term {
    guard let argument else { preconditionFailure("'\(name)' was called without its argument") }
    return argument
  }
}
