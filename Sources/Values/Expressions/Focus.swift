import Core

/// A part of the state that what is typed refers to: in the focus `path[id: 0].product`, `quantity` is
/// `path[id: 0].product.quantity`, and `.buyTapped` is `.path(.element(id: 0, action: .product(.buyTapped)))`.
///
/// A name that the focus lacks keeps its meaning.
package struct Focus: @unchecked Sendable {
  // Unchecked: types are immutable.

  /// The path from the state as a whole; empty for the state itself.
  package private(set) var path = ""
  /// The type of the part of the state.
  package private(set) var state: Any.Type
  /// The type of the actions that are sent to it.
  package private(set) var action: Any.Type
  /// The type of the feature's actions.
  package let feature: Any.Type
  /// What is around an action, to send it to the feature.
  private(set) var opening = ""
  private var closing = ""
  /// The same without the ids of elements, with which the patterns of its actions' cases start.
  package private(set) var pattern = ""
  /// The focuses around it, the widest first.
  private var outer: [Focus] = []

  /// The state as a whole.
  package init(state: Any.Type, action: Any.Type) {
    (self.state, self.action, feature) = (state, action, action)
  }

  /// The focus around this one; the state as a whole has none.
  package var parent: Focus? { outer.last }

  /// The state as a whole.
  var whole: Focus { outer.first ?? self }

  /// The focus on a child of this one.
  ///
  /// - Parameter source: The path of the child.
  /// - Throws: An error if no state has the path, or no action is sent to the child.
  package func child(at source: SourceText) throws(Diagnostic) -> Focus {
    let expression = try Expression(parsing: source)
    try expression.check(for: state, naming: [:])
    guard let steps = expression.root.path, !steps.isEmpty else {
      throw source.diagnostic(
        "expected the path of a child, found '\(source.shown)'",
        hint: "name properties and elements, as in path[id: 0].detail"
      )
    }
    let compiler = ExpressionCompiler(root: state, facts: nil, source: source)
    var child = self
    for step in steps {
      let part = source.slice(step.range)
      guard let type = try Diagnostic.only({ try compiler.term(step).type }) else {
        throw part.diagnostic("the type of '\(part.shown)' is not known")
      }
      // A list is in focus only through one of its elements.
      if !step.isIndex { child.outer.append(child) }
      try child.follow(step, in: source)
      child.state = (type.wrapped ?? type).type
      child.path = path.isEmpty ? part.text : "\(path).\(part.text)"
    }
    return child
  }

  /// Follows a step of a path in the actions.
  private mutating func follow(_ step: SyntaxNode, in source: SourceText) throws(Diagnostic) {
    let choice = Shape.of(action).choice
    var hint = "only a child with actions of its own can be in focus"
    switch step.kind {
    case .name(let name), .member(_, let name, _):
      if let element = choice?.named(name), let inner = element.only {
        enter(element, "", inner)
        if let presented = Shape.of(action).choice?.named("presented"), let inner = presented.only {
          enter(presented, "", inner)
        }
        return
      }
    case .index(_, let arguments, _) where arguments.count == 1 && arguments[0].label?.text == "id":
      if let element = choice?.named("element"), element.parameters.count == 2 {
        let id = source.slice(arguments[0].value.range).text
        return enter(element, "id: \(id), ", element.parameters[1])
      }
    case .index(let list, _, _):
      hint = "name an element by its id, as in \(source.slice(list.range).text)[id: ID]"
    default: break
    }
    let path = source.slice(step.range).text
    throw source.diagnostic("\(dumpTypeName(action)) has no actions of '\(path)'", at: step.range, hint: hint)
  }

  private mutating func enter(_ element: Choice.Case, _ id: String, _ payload: Part) {
    let label = payload.label.map { "\($0.asMember): " } ?? ""
    opening += ".\(element.name.asMember)(\(id)\(label)"
    pattern += ".\(element.name.asMember)(\(label)"
    closing += ")"
    action = payload.type
  }

  /// Whether nothing but the state as a whole is in focus.
  package var isWhole: Bool { path.isEmpty }

  /// The names of its members.
  package var names: [String] { ExpressionContext.memberNames(of: state) }

  /// What makes expressions, separated by commas, expressions over the state as a whole: nothing if they have errors.
  ///
  /// - Parameter facts: The names in scope besides those of the state.
  package func insertions(inExpressions source: SourceText, besides facts: [String]) -> [TextReplacement] {
    if outer.isEmpty { return [] }
    var parser = SyntaxParser(source)
    guard let nodes = try? parser.parseAll() else { return [] }
    let (names, others) = (Set(names), Set(whole.names + facts))
    // A name that neither has is an error about the focus.
    func isOwn(_ name: String) -> Bool {
      names.contains(name) || name.first?.isLowercase == true && !others.contains(name)
    }
    return nodes.flatMap { $0.references() }.compactMap { node in
      switch node.kind {
      case .root: (node.range, path)
      case .name(let text) where isOwn(text): (node.range.lowerBound..<node.range.lowerBound, "\(path).")
      default: nil
      }
    }
  }

  /// The child in a state; `nil` if that has none.
  package func child(in context: ExpressionContext) -> Any? {
    try? Expression(parsing: SourceText(path)).evaluate(in: context).wrapped
  }

  /// A `nil` of the type of the state.
  package var none: Any {
    func none<State>(_: State.Type) -> Any { State?.none as Any }
    return none(state)
  }

  /// An action of the focus as one of the feature.
  package func whole(_ action: String) -> String {
    let source = SourceText(action)
    return source.replacing(insertions(inAction: source)).text
  }

  /// What makes an action or a pattern of the focus one of the feature: nothing for an action that the focus lacks.
  ///
  /// The changes of a feature's properties need not be wrapped in its case for them: `.set(\.name, "Blob")`.
  package func insertions(inAction source: SourceText) -> [TextReplacement] {
    guard source.text.hasPrefix("."), let choice = Shape.of(action).choice else { return [] }
    let name = Self.caseName(in: source)
    var (opening, closing) = (opening, closing)
    if choice.named(name) == nil {
      if ["set", "toggle"].contains(name), choice.named("binding")?.only?.shape.changes != nil {
        opening += ".binding("
        closing += ")"
      } else if Shape.of(feature).choice?.named(name) != nil {
        return []
      }
    }
    let (start, end) = (source.range.lowerBound, source.range.upperBound)
    return opening.isEmpty ? [] : [(start..<start, opening), (end..<end, closing)]
  }
}

extension Focus {
  /// The name of the case that an action begins with.
  private static func caseName(in source: SourceText) -> String {
    source.text.dropFirst().prefix { $0.isLetter || $0.isNumber || "_`".contains($0) }.filter { $0 != "`" }
  }

  /// The remedy for an action with an error: the children for which it has none.
  ///
  /// - Parameters:
  ///   - source: The action.
  ///   - facts: The names in scope besides those of the state, with their types.
  /// - Returns: `nil` if there are none.
  package func remedy(for source: SourceText, besides facts: [String: Any.Type]) -> String? {
    var seen: Set<ObjectIdentifier> = []
    let paths = whole.children(at: "", &seen) { child in
      let own = Focus(state: child.state, action: child.action)
      return (try? ActionValues(in: source, relativeTo: own, besides: facts)) != nil
    }
    .sorted { $0.utf8.count < $1.utf8.count }
    if paths.isEmpty { return nil }
    return
      "a child has this action: type \(paths.prefix(3).map { "'cd \($0)'" }.joined(separator: " or ")) first"
  }

  /// The paths of the children for which a condition holds, with `ID` for the ids of elements.
  private func children(
    at path: String,
    _ seen: inout Set<ObjectIdentifier>,
    where holds: (Focus) -> Bool
  ) -> [String] {
    guard let choice = Shape.of(action).choice, seen.insert(ObjectIdentifier(action)).inserted else {
      return []
    }
    return choice.cases.filter { $0.payload != nil }.flatMap { element -> [String] in
      guard var child = try? child(at: SourceText(element.name.asMember)) else { return [] }
      var path = (path.isEmpty ? "" : "\(path).") + element.name.asMember
      if let element = Shape.of(child.action).choice?.named("element"), element.parameters.count == 2,
        let state = Shape.of(child.state).element
      {
        child = Focus(state: state.type, action: element.parameters[1].type)
        path += "[id: ID]"
      }
      return (holds(child) ? [path] : []) + child.children(at: path, &seen, where: holds)
    }
  }
}

extension Choice.Case {
  /// Its payload, if that has one part.
  fileprivate var only: Part? { parameters.count == 1 ? parameters[0] : nil }
}

extension Focus: Hashable {
  package static func == (first: Focus, second: Focus) -> Bool { first.path == second.path }

  package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

extension SyntaxNode {
  fileprivate var isIndex: Bool { if case .index = kind { true } else { false } }
}
