import Core

/// Completions of an action: cases, labels, key paths, ids of elements, the start of values, and members of the state.
package struct ActionCompletion {
  /// The candidates for the text from `start` to the end.
  private typealias Found = (completions: [Completion], start: Int)

  private let source: SourceText
  /// The state whose members can stand for values.
  private let root: Any?
  private var end: Int { source.range.upperBound }
  private var nothing: Found { ([], end) }

  private func text(_ node: SyntaxNode) -> String { source.slice(node.range).text }

  /// The completions at the end of an unfinished action.
  ///
  /// - Parameters:
  ///   - partial: The line up to the cursor.
  ///   - type: The type of the action.
  ///   - state: The state, which provides the ids of elements.
  /// - Returns: The candidates, and the number of Characters at the end of `partial` that they replace.
  package static func candidates(
    for partial: String,
    of type: Any.Type,
    in state: Any?
  ) -> (completions: [Completion], replacedCount: Int) {
    let finder = ActionCompletion(source: SourceText(partial), root: state)
    var parser = SyntaxParser(finder.source, noun: "line")
    guard case .missing(let items) = parser.tree().kind, items.count == 1,
      let found = finder.value(items[0], as: type, in: state, isArgument: false)
    else { return ([], 0) }
    let typed = finder.source.slice(found.start..<finder.end).text
    return (found.completions.filter { $0.text.hasPrefix(typed) }, typed.count)
  }

  /// - Parameters:
  ///   - state: The state that the value is an action of, if known.
  ///   - isArgument: Whether more can follow the value.
  /// - Returns: `nil` if the value is complete.
  private func value(_ node: SyntaxNode, as type: Any.Type, in state: Any?, isArgument: Bool = true) -> Found?
  {
    let syntax = ValueSyntax(type)
    if case .optional(let wrapped) = syntax, !text(node).hasPrefix("n") {
      return value(node, as: wrapped, in: state)
    }
    guard case .enumCase(let name, let arguments) = node.kind,
      syntax.changedType != nil || Shape.of(type).choice != nil
    else { return literal(node, of: type) }
    // The arguments are closed, or the cursor has left a case without any.
    if node.range.upperBound < end { return nil }
    if let arguments, text(node).hasSuffix(")"), arguments.last?.value.range.upperBound ?? 0 < end {
      return nil
    }
    if let root = syntax.changedType { return change(of: root, name, arguments, at: node) }
    guard let type = Shape.of(type).choice else { return nothing }
    let element = type.named(name)
    guard let arguments else {
      let isWhole = isArgument && !type.cases.contains { $0.name.hasPrefix(name) && $0.name != name }
      if isWhole, let element, element.payload == nil { return nil }
      return (type.cases.map(\.completion), node.range.lowerBound)
    }
    guard let element else { return nothing }
    let inner =
      state.flatMap { Members.value(name, of: $0) ?? nil } ?? (name == "presented" ? state : nil)
    return self.arguments(arguments, for: element.parameters, in: name == "element" ? state : inner)
  }

  private func arguments(
    _ arguments: [SyntaxNode.Argument],
    for parameters: [Part],
    in state: Any?
  ) -> Found? {
    guard let last = arguments.last, arguments.count <= parameters.count else { return nothing }
    let parameter = parameters[arguments.count - 1]
    if let label = parameter.label, last.label == nil {
      guard text(last.value).utf8.allSatisfy({ $0.continuesVariableName || $0 >= 0x80 }) else {
        return nothing
      }
      let completion = Completion("\(label): ", partial: dumpTypeName(parameter.type))
      return ([completion], last.value.range.lowerBound)
    }
    let elements = (state as? any ElementsByID)?.elementsByID
    let id = zip(parameters, arguments).dropLast().first { $0.0.label == "id" }?.1.value
    let element = id.map(text).flatMap { id in elements?.first { actionText($0.id) == id }?.element }
    let found =
      if parameter.label == "id", let elements {
        self.id(last.value, among: elements, of: parameter.type)
      } else {
        value(last.value, as: parameter.type, in: elements != nil && id != nil ? element : state)
      }
    return found ?? mark(before: parameters.dropFirst(arguments.count).first)
  }

  /// The mark after a complete argument.
  private func mark(before parameter: Part?) -> Found {
    let mark = parameter.map { ", " + ($0.label.map { "\($0): " } ?? "") } ?? ")"
    let summary = parameter.map { dumpTypeName($0.type) } ?? "closing bracket"
    return ([Completion(mark, partial: summary)], end)
  }

  private func id(
    _ node: SyntaxNode,
    among elements: [(id: Any, element: Any)],
    of type: Any.Type
  ) -> Found? {
    guard let found = value(node, as: type, in: nil) else { return nil }
    let ids = elements.map {
      Completion(actionText($0.id), partial: actionText($0.element).truncated(to: 60))
    }
    let typed = text(node)
    return ids.contains { $0.text.hasPrefix(typed) } ? (ids, node.range.lowerBound) : found
  }

  /// Anything but a case.
  private func literal(_ node: SyntaxNode, of type: Any.Type) -> Found? {
    let typed = text(node)
    let isClosed = "\")]".contains(typed.last ?? " ") && (try? ValueReader(parsing: SourceText(typed))) != nil
    if isClosed || node.range.upperBound < end || ["true", "false", "nil"].contains(typed) { return nil }
    let literals = (literalCompletions(of: type), node.range.lowerBound)
    guard let root, !typed.isEmpty else { return literals }
    let members = ExpressionCompletion.candidates(for: typed, in: ExpressionContext(root))
    if members.completions.isEmpty { return literals }
    let start = end - typed.suffix(members.replacedCount).utf8.count
    let found = members.completions.map { Completion($0.text, partial: $0.summary) }
    return (start == node.range.lowerBound ? literals.0 + found : found, start)
  }

  private func literalCompletions(of type: Any.Type) -> [Completion] {
    let name = dumpTypeName(type)
    var found: [Completion] = []
    switch ValueSyntax(type) {
    case .enumeration(let type): found += type.cases.map(\.completion)
    case .changes: found += changeCompletions
    case .optional, .literal:
      if type == Bool.self {
        found += ["true", "false"].map { Completion($0, partial: name) }
      }
      if let example = Shape.of(type).literalExample,
        let mark = example.firstIndex(where: { "(\"[".contains($0) })
      {
        found.append(Completion(String(example[...mark]), partial: name))
      }
    case .structure(let product):
      found.append(Completion("\(name)(", partial: product.visible.signature))
    case .other: break
    }
    return found
  }

  private var changeCompletions: [Completion] {
    [
      Completion(".set(", partial: "set a property to a value"),
      Completion(".toggle(", partial: "toggle a Bool"),
    ]
  }

  private func change(
    of root: Any.Type,
    _ name: String,
    _ arguments: [SyntaxNode.Argument]?,
    at node: SyntaxNode
  ) -> Found? {
    guard let path = arguments?.first?.value, let rest = arguments?.dropFirst() else {
      return (changeCompletions, node.range.lowerBound)
    }
    let isToggle = name == "toggle"
    guard let names = path.keyPath else {
      guard case .missing([]) = path.kind else { return nothing }
      return (offered(Shape.of(root).properties, isToggle, after: "\\."), path.range.lowerBound)
    }
    var type = root
    for name in names {
      let fields = Shape.of(type).properties
      let field = fields.first { $0.name == name.text }
      let isLonger = fields.contains { $0.name.hasPrefix(name.text) && $0.name != name.text }
      if name.range.upperBound == end, field == nil || isLonger {
        return (offered(fields, isToggle, after: ""), name.range.lowerBound)
      }
      guard let field else { return nothing }
      type = field.type
    }
    let value = Part(of: .of(type))
    return rest.isEmpty
      ? mark(before: isToggle ? nil : value) : self.arguments(Array(rest), for: [value], in: nil)
  }
}

/// The properties that can be changed this way, or that contain others.
private func offered(_ fields: [NamedKeyPath], _ isToggle: Bool, after start: String) -> [Completion] {
  fields.filter { $0.hasProperties || $0.isWritable && (!isToggle || $0.type == Bool.self) }
    .map { Completion(start + $0.name.asMember, partial: dumpTypeName($0.type)) }
}

extension Completion {
  /// A completion after which more must be typed, so no space follows.
  init(_ text: String, partial summary: String) { self.init(text, summary: summary, isFinal: false) }
}

extension Choice.Case {
  /// The case up to its payload, with the types of its values.
  var completion: Completion {
    Completion(
      ".\(name)" + (payload == nil ? "" : "("),
      summary: payload == nil ? "no payload" : parameters.signature,
      isFinal: false
    )
  }
}

/// A collection whose elements have ids.
package protocol ElementsByID: Sequence {
  associatedtype IDs: Collection
  var ids: IDs { get }
}

extension ElementsByID {
  /// The first 50 elements, which are enough for a menu.
  package var elementsByID: [(id: Any, element: Any)] { zip(ids, self).prefix(50).map { ($0, $1) } }
}

extension IdentifiedArray: ElementsByID {}
extension StackState: ElementsByID {}
