/// A method that expressions can call.
///
/// Evaluation, checking, completion, explanations and help all read these declarations, so adding a method takes one
/// declaration.
package final class Method: Sendable {
  /// The parameter of a method.
  enum Parameter: Equatable {
    case none
    case number(isOptional: Bool)
    case text(label: String?, isOptional: Bool)
    /// An expression that is evaluated for each element.
    case each(label: String?, isOptional: Bool)
    /// A condition on the elements; the label `where:` is optional, and shown in examples if `isLabelled`.
    case condition(isLabelled: Bool)
    /// An element with `label`, or a condition.
    case elementOrCondition(label: String?)
  }

  /// The result of a method, as far as it is known statically.
  enum Result {
    /// A list of elements of the same type.
    case elements
    /// A list of the values of the argument.
    case list
    /// One of the elements.
    case element
    case other
  }

  typealias OfCollection = @Sendable (inout Evaluator, MethodCall, any Collection) throws(Diagnostic) -> Any?
  typealias OfText = @Sendable (inout Evaluator, MethodCall, String) throws(Diagnostic) -> Any?

  enum Body {
    case collection(OfCollection)
    case text(OfText)
  }

  package let name: String
  /// What the method returns, for help and completion.
  package let summary: String
  let parameter: Parameter
  let result: Result
  /// The result, computed from the number of elements for which the condition holds, if only that matters.
  let counted: (@Sendable (RememberedCount) -> Any)?
  /// Whether an element for which the condition fails explains the result `false`.
  let failsByElement: Bool
  let body: Body

  fileprivate init(
    _ name: String,
    _ parameter: Parameter,
    _ result: Result,
    counted: (@Sendable (RememberedCount) -> Any)? = nil,
    failsByElement: Bool = false,
    _ summary: String,
    _ body: @escaping OfCollection
  ) {
    (self.name, self.parameter, self.result, self.summary) = (name, parameter, result, summary)
    (self.counted, self.failsByElement) = (counted, failsByElement)
    self.body = .collection(body)
  }

  fileprivate init(text name: String, _ parameter: Parameter, _ summary: String, _ body: @escaping OfText) {
    (self.name, self.parameter, self.result, self.summary) = (name, parameter, .other, summary)
    (counted, failsByElement) = (nil, false)
    self.body = .text(body)
  }

  /// Whether the argument is evaluated for each element, so that its key paths start there.
  var looksAtElements: Bool {
    switch parameter {
    case .each, .condition, .elementOrCondition: true
    case .none, .number, .text: false
    }
  }

  /// A sample call, for errors about the argument.
  var example: String {
    switch parameter {
    case .none: "\(name)()"
    case .number: "\(name)(3)"
    case .text: "\(name)(\"text\")"
    case .each: #"\#(name)(\.description)"#
    case .condition(isLabelled: false): #"\#(name)(\.isComplete)"#
    case .condition, .elementOrCondition(label: _?): #"\#(name)(where: \.isComplete)"#
    case .elementOrCondition(label: nil): #"\#(name)("text") or \#(name)(where: \.isComplete)"#
    }
  }
}

extension Method {
  /// The methods of a type, in display order.
  package struct Table: Sendable {
    package let all: [Method]
    private let byName: [String: Method]

    fileprivate init(_ all: [Method]) {
      self.all = all
      byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }

    package var names: [String] { all.map(\.name) }

    subscript(name: String) -> Method? { byName[name] }
  }

  /// The methods of a value; empty unless it is a string or a collection.
  static func table(for value: Any) -> Table {
    let traits = ValueTraits.of(value)
    return traits.isText ? ofTexts : traits.isCollection ? ofCollections : ofOthers
  }

  private static let ofOthers = Table([])

  package static let ofCollections = Table([
    Method("filter", .condition(isLabelled: false), .elements, "the elements for which a condition holds") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.filter(elements, by: call.required)
    },
    Method("map", .each(label: nil, isOptional: false), .list, "the value of an expression for each element")
    {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.map(elements, to: call.required)
    },
    Method(
      "compactMap",
      .each(label: nil, isOptional: false),
      .list,
      "the value of an expression for each element, without nil"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.map(elements, to: call.required).filter { Reflection.flattened($0) != nil }
    },
    Method("first", .condition(isLabelled: true), .element, "the first element for which a condition holds") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.first(in: evaluator.elements(of: elements, at: call.node), where: call.required)
    },
    Method("last", .condition(isLabelled: true), .element, "the last element for which a condition holds") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.first(
        in: evaluator.elements(of: elements, at: call.node).reversed(),
        where: call.required
      )
    },
    Method(
      "contains",
      .elementOrCondition(label: nil),
      .other,
      counted: { $0.matching > 0 },
      "whether it contains an element"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.firstIndex(call, in: elements) != nil
    },
    Method(
      "allSatisfy",
      .condition(isLabelled: false),
      .other,
      counted: { $0.matching == $0.total },
      failsByElement: true,
      "whether a condition holds for all elements"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.firstIndex(in: elements, of: call.required, matching: false) == nil
    },
    Method(
      "count",
      .condition(isLabelled: true),
      .other,
      counted: { $0.matching },
      "the number of elements for which a condition holds"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.list(elements, where: call.required).count
    },
    Method(
      "firstIndex",
      .elementOrCondition(label: "of"),
      .other,
      "the position of an element"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.firstIndex(call, in: elements)
    },
    Method(
      "sorted",
      .each(label: "by", isOptional: true),
      .elements,
      "the elements sorted, optionally by a member"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.sorted(elements, call)
    },
    Method("reversed", .none, .elements, "the elements in reverse order") {
      (evaluator, call, elements) throws(Diagnostic) in
      try Array(evaluator.elements(of: elements, at: call.node).reversed())
    },
    Method("min", .none, .element, "the smallest element") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.extreme(of: elements, at: call.node, isMinimum: true)
    },
    Method("max", .none, .element, "the largest element") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.extreme(of: elements, at: call.node, isMinimum: false)
    },
    Method("prefix", .number(isOptional: false), .elements, "the first elements") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.part(of: elements, call) { count, length in 0..<min(count, length) }
    },
    Method("suffix", .number(isOptional: false), .elements, "the last elements") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.part(of: elements, call) { count, length in max(0, count - length)..<count }
    },
    Method("dropFirst", .number(isOptional: true), .elements, "all but the first elements") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.part(of: elements, call) { count, length in min(count, length)..<count }
    },
    Method("dropLast", .number(isOptional: true), .elements, "all but the last elements") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.part(of: elements, call) { count, length in 0..<max(0, count - length) }
    },
    Method(
      "joined",
      .text(label: "separator", isOptional: true),
      .other,
      "the strings joined, optionally with a separator"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.joined(elements, call)
    },
  ])

  package static let ofTexts = Table([
    Method(text: "contains", .text(label: nil, isOptional: false), "whether it contains another string") {
      (evaluator, call, text) throws(Diagnostic) in
      let other = try evaluator.text(call.required, for: call)
      // Foundation does not find an empty string; Swift finds it everywhere.
      return other.isEmpty || text.contains(other)
    },
    Method(text: "hasPrefix", .text(label: nil, isOptional: false), "whether it begins with another string") {
      (evaluator, call, text) throws(Diagnostic) in
      text.hasPrefix(try evaluator.text(call.required, for: call))
    },
    Method(text: "hasSuffix", .text(label: nil, isOptional: false), "whether it ends with another string") {
      (evaluator, call, text) throws(Diagnostic) in
      text.hasSuffix(try evaluator.text(call.required, for: call))
    },
    Method(text: "lowercased", .none, "the string in lowercase") { _, _, text in text.lowercased() },
    Method(text: "uppercased", .none, "the string in uppercase") { _, _, text in text.uppercased() },
  ])
}

/// A call of a method with a valid argument.
struct MethodCall {
  let name: String
  let node: SyntaxNode
  let argument: SyntaxNode?
  /// Whether the argument is a condition on the elements.
  let isCondition: Bool

  /// - Throws: A diagnostic for invalid arguments.
  init(
    _ method: Method,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode,
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
    self.node = node
    argument = arguments.first?.value
    guard let first = arguments.first else {
      isCondition = false
      if isOptional { return }
      throw evaluator.error("'\(name)' needs an argument", at: node, hint: method.example)
    }
    if labels.isEmpty { throw evaluator.error("'\(name)' takes no arguments", at: first.value) }
    guard arguments.count == 1 else {
      throw evaluator.error("'\(name)' takes one argument, not \(arguments.count)", at: arguments[1].value)
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
      isCondition = first.label?.text == "where" || label == nil && first.value.usesSubject
    case .none, .number, .text, .each: isCondition = false
    }
    guard !isCondition || first.value.usesSubject else {
      throw evaluator.error(
        "`\(evaluator.shown(first.value))` does not depend on the element",
        at: first.value,
        hint: #"start with a key path: \#(method.example)"#
      )
    }
  }

  /// The argument, which must be present.
  var required: SyntaxNode { argument ?? node }
}
