/// A call of a method with a valid argument.
struct MethodCall {
  let name: String
  let argument: Term?
  /// Whether the argument is a condition on the elements.
  let isCondition: Bool

  /// - Throws: A diagnostic for invalid arguments.
  init(_ method: Method, _ term: Term, in source: SourceText) throws(Diagnostic) {
    let (node, arguments) = (term.node, term.operands.dropFirst())
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
      throw source.diagnostic("'\(name)' needs an argument", at: node.range, hint: method.example)
    }
    if labels.isEmpty { throw source.diagnostic("'\(name)' takes no arguments", at: first.value.node.range) }
    guard arguments.count == 1 else {
      throw source.diagnostic(
        "'\(name)' takes one argument, not \(arguments.count)",
        at: term[2].node.range
      )
    }
    guard labels.contains(first.label?.text) else {
      let names = labels.map { $0.map { "\($0):" } ?? "no label" }.joined(separator: " or ")
      let found = first.label.map { "'\($0.text):'" } ?? "none"
      throw source.diagnostic(
        "wrong argument label in '\(name)': expected \(names), found \(found)",
        at: first.value.node.range
      )
    }
    switch method.parameter {
    case .condition: isCondition = true
    case .elementOrCondition(let label):
      isCondition = first.label?.text == "where" || label == nil && first.value.node.usesSubject
    case .none, .number, .text, .each: isCondition = false
    }
    guard !isCondition || first.value.node.usesSubject else {
      throw source.diagnostic(
        "`\(source.shown(first.value.node))` does not depend on the element",
        at: first.value.node.range,
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
