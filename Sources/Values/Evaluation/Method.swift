/// A method that expressions can call, with all that is known of it.
///
/// Evaluation, checking, completion, explanations and help read these declarations: a method is added by adding one.
package final class Method: Sendable {
  /// What stands in the brackets.
  enum Parameter: Equatable {
    case none
    case number(isOptional: Bool)
    case text(label: String?, isOptional: Bool)
    /// What is evaluated for each element.
    case each(label: String?, isOptional: Bool)
    /// What must look at the elements; `where:` may stand before it, and does so in examples if that is usual.
    case condition(isLabelled: Bool)
    /// An element behind `label`, or a condition.
    case elementOrCondition(label: String?)
  }

  /// What the method comes to, as far as its type can be told without evaluating it.
  enum Result {
    /// A list of elements of the same type.
    case elements
    /// A list of what the argument comes to.
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
  /// What it does, for people.
  package let summary: String
  let parameter: Parameter
  let result: Result
  /// What it comes to if all that matters is of how many elements its condition holds.
  let counted: (@Sendable (RememberedCount) -> Any)?
  /// Whether an element for which its condition does not hold explains that it came to `false`.
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

  /// Whether the argument is evaluated for each element, so that key paths in it start there.
  var looksAtElements: Bool {
    switch parameter {
    case .each, .condition, .elementOrCondition: true
    case .none, .number, .text: false
    }
  }

  /// A call, for the error that the argument is missing or wrong.
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
  /// The methods of a type, in the order in which they are listed.
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

  /// The methods of a value; none for what is neither a text nor a collection.
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
    Method("map", .each(label: nil, isOptional: false), .list, "what something comes to for each") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.map(elements, to: call.required)
    },
    Method(
      "compactMap",
      .each(label: nil, isOptional: false),
      .list,
      "what it comes to for each, without nil"
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
      "whether an element is there"
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
      "for how many elements a condition holds"
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
      "the elements in order, or in that of a member"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.sorted(elements, call)
    },
    Method("reversed", .none, .elements, "the elements from the last to the first") {
      (evaluator, call, elements) throws(Diagnostic) in
      try Array(evaluator.elements(of: elements, at: call.node).reversed())
    },
    Method("min", .none, .element, "the least element") {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.extreme(of: elements, at: call.node, isMinimum: true)
    },
    Method("max", .none, .element, "the greatest element") {
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
      "the texts as one, with another between them"
    ) {
      (evaluator, call, elements) throws(Diagnostic) in
      try evaluator.joined(elements, call)
    },
  ])

  package static let ofTexts = Table([
    Method(text: "contains", .text(label: nil, isOptional: false), "whether another text is in it") {
      (evaluator, call, text) throws(Diagnostic) in
      let other = try evaluator.text(call.required, for: call)
      // Foundation finds no empty text, Swift finds it everywhere.
      return other.isEmpty || text.contains(other)
    },
    Method(text: "hasPrefix", .text(label: nil, isOptional: false), "whether it begins with another text") {
      (evaluator, call, text) throws(Diagnostic) in
      text.hasPrefix(try evaluator.text(call.required, for: call))
    },
    Method(text: "hasSuffix", .text(label: nil, isOptional: false), "whether it ends with another text") {
      (evaluator, call, text) throws(Diagnostic) in
      text.hasSuffix(try evaluator.text(call.required, for: call))
    },
    Method(text: "lowercased", .none, "the text in small letters") { _, _, text in text.lowercased() },
    Method(text: "uppercased", .none, "the text in capital letters") { _, _, text in text.uppercased() },
  ])
}

/// A call whose argument is one that the method takes.
struct MethodCall {
  let name: String
  let node: SyntaxNode
  let argument: SyntaxNode?
  /// Whether the argument is a condition on the elements.
  let isCondition: Bool

  /// - Throws: What is wrong with the arguments.
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
      throw evaluator.error("the argument of '\(name)' has \(names), found \(found)", at: first.value)
    }
    switch method.parameter {
    case .condition: isCondition = true
    case .elementOrCondition(let label):
      isCondition = first.label?.text == "where" || label == nil && first.value.usesSubject
    case .none, .number, .text, .each: isCondition = false
    }
    guard !isCondition || first.value.usesSubject else {
      throw evaluator.error(
        "`\(evaluator.shown(first.value))` says nothing about the elements",
        at: first.value,
        hint: #"start at the element with a key path: \#(method.example)"#
      )
    }
  }

  /// The argument of a method that has to have one.
  var required: SyntaxNode { argument ?? node }
}
