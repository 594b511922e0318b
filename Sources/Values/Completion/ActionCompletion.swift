import Core

/// Completions of an action: cases, labels, key paths, ids of elements, and the start of values.
package struct ActionCompletion {
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
    var walk = ActionWalk(partial)
    do throws(ActionWalk.End) {
      try walk.value(of: type, in: state, depth: 0)
      return ([], 0)
    } catch {
      let typed = String(walk.text[error.start...])
      return (error.completions.filter { $0.text.hasPrefix(typed) }, typed.count)
    }
  }
}

/// Follows an unfinished action along its types, up to the cursor.
private struct ActionWalk {
  /// Thrown at the cursor, with what may follow from `start` on.
  struct End: Error {
    let completions: [Completion]
    let start: Int
  }

  let text: [Character]
  private var position = 0

  init(_ text: String) {
    self.text = Array(text)
  }

  private var isAtEnd: Bool { position >= text.count }
  private var next: Character? { isAtEnd ? nil : text[position] }

  private mutating func skipBlanks() {
    while next == " " || next == "\t" { position += 1 }
  }

  private mutating func skip(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  private mutating func name() -> String {
    let start = position
    while let character = next, character.unicodeScalars.allSatisfy(\.continuesIdentifier) { position += 1 }
    return String(text[start..<position])
  }

  private func end(_ completions: [Completion], from start: Int) -> End {
    End(completions: completions, start: start)
  }

  /// Skips a value, or stops if the cursor is in it.
  ///
  /// - Parameter state: The state that the value is an action of, if known.
  mutating func value(of type: Any.Type, in state: Any?, depth: Int) throws(End) {
    guard depth < SyntaxParser.deepestNesting else { throw end([], from: text.count) }
    let syntax = ValueSyntax(type)
    if case .optional(let wrapped) = syntax, next != "n" || isAtEnd {
      return try value(of: wrapped, in: state, depth: depth + 1)
    }
    skipBlanks()
    let start = position
    guard skip(".") else { return try literal(of: type, from: start) }
    let name = name()
    if let root = syntax.changedType { return try change(of: root, name, from: start, depth: depth) }
    guard let type = Shape.of(type).choice else { return try literal(of: type, from: start) }
    let element = type.named(name)
    let isWhole = depth > 0 && !type.cases.contains { $0.name.hasPrefix(name) && $0.name != name }
    guard !isAtEnd || isWhole && element != nil && element?.payload == nil else {
      throw end(type.cases.map(\.completion), from: start)
    }
    guard let element, skip("(") else { return }
    let inner =
      state.flatMap { Members.value(name, of: $0) ?? nil } ?? (name == "presented" ? state : nil)
    try arguments(element.parameters, in: name == "element" ? state : inner, depth: depth)
  }

  private mutating func arguments(
    _ parameters: [Part],
    in state: Any?,
    depth: Int
  ) throws(End) {
    var state = state
    for (index, parameter) in parameters.enumerated() {
      skipBlanks()
      try label(parameter)
      let start = position
      if parameter.label == "id", let elements = (state as? any ElementsByID)?.elementsByID {
        try id(among: elements, of: parameter.type, depth: depth)
        let typed = String(text[start..<position]).trimming
        state = elements.first { actionText($0.id) == typed }?.element
      } else {
        try value(of: parameter.type, in: state, depth: depth + 1)
      }
      skipBlanks()
      let following = parameters.dropFirst(index + 1).first
      if isAtEnd {
        let mark = following.map { ", " + ($0.label.map { "\($0): " } ?? "") } ?? ")"
        let summary = following.map { dumpTypeName($0.type) } ?? "closing bracket"
        throw end([Completion(mark, partial: summary)], from: position)
      }
      guard following == nil ? skip(")") : skip(",") else { throw end([], from: text.count) }
    }
  }

  private mutating func label(_ parameter: Part) throws(End) {
    guard let label = parameter.label else { return }
    let start = position
    _ = name()
    if isAtEnd {
      let completion = Completion("\(label): ", partial: dumpTypeName(parameter.type))
      throw end([completion], from: start)
    }
    skipBlanks()
    guard skip(":") else { throw end([], from: text.count) }
    skipBlanks()
  }

  private mutating func id(
    among elements: [(id: Any, element: Any)],
    of type: Any.Type,
    depth: Int
  ) throws(End) {
    let start = position
    do throws(End) {
      try value(of: type, in: nil, depth: depth + 1)
    } catch {
      let ids = elements.map {
        Completion(actionText($0.id), partial: actionText($0.element).truncated(to: 60))
      }
      let typed = String(text[start...])
      throw ids.contains { $0.text.hasPrefix(typed) } ? end(ids, from: start) : error
    }
  }

  /// Skips anything but a case, up to the next comma or closing bracket.
  private mutating func literal(of type: Any.Type, from start: Int) throws(End) {
    var tokenizer = Tokenizer(hasComments: false)
    while let character = next {
      if tokenizer.quote == nil, tokenizer.openBrackets <= 0, ",)]".contains(character) { return }
      _ = tokenizer.read(character)
      position += 1
    }
    let typed = String(text[start...])
    let isClosed = tokenizer.quote == nil && tokenizer.openBrackets == 0 && "\")]".contains(typed.last ?? " ")
    if isClosed || ["true", "false", "nil"].contains(typed) { return }
    throw end(literalCompletions(of: type), from: start)
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
      if let example = (type as? any LiteralConvertible.Type)?.literalExample,
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
}

// Changes of properties.
extension ActionWalk {
  private var changeCompletions: [Completion] {
    [
      Completion(".set(", partial: "set a property to a value"),
      Completion(".toggle(", partial: "toggle a Bool"),
    ]
  }

  private mutating func change(
    of root: Any.Type,
    _ name: String,
    from start: Int,
    depth: Int
  ) throws(End) {
    if isAtEnd { throw end(changeCompletions, from: start) }
    guard skip("(") else { return }
    skipBlanks()
    let valueType = try keyPath(from: root, isToggle: name == "toggle")
    skipBlanks()
    if isAtEnd {
      let mark = name == "toggle" ? ")" : ", "
      throw end([Completion(mark, partial: dumpTypeName(valueType))], from: position)
    }
    if name == "toggle", skip(")") { return }
    guard skip(",") else { throw end([], from: text.count) }
    try arguments([Part(of: .of(valueType))], in: nil, depth: depth)
  }

  /// Skips a key path.
  ///
  /// - Returns: The type of the property that it ends at.
  private mutating func keyPath(from root: Any.Type, isToggle: Bool) throws(End) -> Any.Type {
    let start = position
    guard skip("\\") else {
      throw end(isAtEnd ? offered(Shape.of(root).properties, isToggle, after: "\\.") : [], from: position)
    }
    var type = root
    while next == "." || isAtEnd && position == start + 1 {
      _ = skip(".")
      let nameStart = position
      let name = name()
      let fields = Shape.of(type).properties
      let field = fields.first { $0.name == name }
      let isLonger = fields.contains { $0.name.hasPrefix(name) && $0.name != name }
      if isAtEnd, field == nil || isLonger {
        // After a bare backslash the dot is still missing.
        let isBare = nameStart == start + 1
        throw end(offered(fields, isToggle, after: isBare ? "\\." : ""), from: isBare ? start : nameStart)
      }
      guard let field else { throw end([], from: text.count) }
      type = field.type
    }
    return type
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
  associatedtype IDs: Sequence
  var ids: IDs { get }
}

extension ElementsByID {
  /// The first 50 elements, which are enough for a menu.
  package var elementsByID: [(id: Any, element: Any)] { zip(ids, self).prefix(50).map { ($0, $1) } }
}

extension IdentifiedArray: ElementsByID {}
extension StackState: ElementsByID {}

extension String {
  fileprivate var trimming: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
