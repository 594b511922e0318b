import Core

/// Looks for members in an expression that no value of the types in question has.
///
/// An evaluation asks the values themselves, and an empty list has no elements to ask: what is said of these would hold
/// whatever it is. Where a type is not known, or only its values tell what members they have, nothing is found.
struct MemberCheck {
  /// What is known of a part of an expression without a value.
  private indirect enum StaticType {
    case unknown
    case type(Any.Type)
    /// A list whose own type is lost.
    case list(of: StaticType)
  }

  private let root: Any.Type
  private let source: SourceText
  /// The type of the elements that a method looks at.
  private var subject = StaticType.unknown

  /// - Parameters:
  ///   - root: The type of the value that the expression is about.
  ///   - source: The expression's text.
  init(root: Any.Type, source: SourceText) {
    self.root = root
    self.source = source
  }

  /// Looks through an expression.
  ///
  /// - Throws: The first member that is not there.
  /// - Complexity: O(*n*) in the length of the expression.
  mutating func check(_ node: ExpressionNode) throws(Diagnostic) {
    _ = try type(of: node)
  }

  private mutating func type(of node: ExpressionNode) throws(Diagnostic) -> StaticType {
    switch node.kind {
    case .root: return .type(root)
    case .subject: return subject
    case .name(let name):
      // It may be a variable as well.
      guard let members = TypeMembers(of: Self.unwrapped(root)) else { return .unknown }
      return members.type(of: name).map(StaticType.type) ?? .unknown
    case .member(let base, let name, _): return try type(ofMember: name, base, in: node)
    case .index(let base, let arguments, _):
      let base = try type(of: base)
      try check(arguments)
      return Self.isLookup(base) && arguments.first?.label == nil ? .unknown : Self.element(of: base)
    case .method(let base, let name, let arguments, _):
      return try type(ofMethod: name, of: type(of: base), arguments)
    case .unwrapped(let base): return try type(of: base)
    case .integer, .double, .duration, .string, .bool, .null, .array, .dictionary, .enumCase, .call, .prefix,
      .binary:
      for child in node.kind.children { try check(child) }
      return .unknown
    }
  }

  private mutating func check(_ arguments: [ExpressionNode.Argument]) throws(Diagnostic) {
    for argument in arguments { try check(argument.value) }
  }

  private mutating func type(
    ofMember name: String,
    _ base: ExpressionNode,
    in node: ExpressionNode
  ) throws(Diagnostic) -> StaticType {
    let baseType = try type(of: base)
    if name == "first" || name == "last" { return Self.element(of: baseType) }
    guard case .type(let type) = baseType, let members = TypeMembers(of: Self.unwrapped(type)) else {
      return .unknown
    }
    if members.has(name) { return members.type(of: name).map(StaticType.type) ?? .unknown }
    throw source.diagnostic(
      "no member '\(name)' on \(dumpTypeName(Self.unwrapped(type)))",
      at: node.range(ofName: name, after: base, in: source),
      notes: Evaluator.list(members.names),
      remedy: Spelling.suggestion(for: name, among: members.names)
    ).concerningTypes
  }

  private mutating func type(
    ofMethod name: String,
    of base: StaticType,
    _ arguments: [ExpressionNode.Argument]
  ) throws(Diagnostic) -> StaticType {
    let element = Self.element(of: base)
    let outer = subject
    defer { subject = outer }
    if Evaluator.elementMethods.contains(name) { subject = element }
    var argumentType = StaticType.unknown
    for argument in arguments { argumentType = try type(of: argument.value) }
    switch name {
    case "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast":
      return .list(of: element)
    case "map", "compactMap": return .list(of: argumentType)
    case "first", "last", "min", "max": return element
    default: return .unknown
    }
  }

  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    var type = type
    while let optional = type as? any OptionalType.Type { type = optional.wrappedType }
    return type
  }

  private static func isLookup(_ base: StaticType) -> Bool {
    guard case .type(let type) = base else { return false }
    return unwrapped(type) is any ExpressionLookup.Type
  }

  private static func element(of base: StaticType) -> StaticType {
    func open<C: Collection>(_: C.Type) -> Any.Type { C.Element.self }
    switch base {
    case .unknown: return .unknown
    case .list(let element): return element
    case .type(let type):
      let type = unwrapped(type)
      // The elements of a text are texts, those of a dictionary its keys with its values.
      guard let collection = type as? any Collection.Type, !(type is any StringProtocol.Type),
        !(type is any DictionaryElements.Type)
      else { return .unknown }
      return .type(open(collection))
    }
  }
}

/// The members of a structure, without a value of it.
private struct TypeMembers {
  /// The names in the order in which a reader expects them.
  private(set) var names: [String] = []
  private var types: [String: Any.Type] = [:]
  /// What a value has besides, without mention.
  private static let silent = ["id", "rawValue", "description", "debugDescription"]

  /// - Returns: `nil` if the type is no structure, or only a value of it can tell.
  init?(of type: Any.Type) {
    guard !(type is any WrittenValue.Type), !(type is any ExpressionRepresentable.Type),
      !(type is any CustomReflectable.Type), !(type is any Collection.Type),
      let structure = ProductType(structure: type)
    else { return nil }
    if let type = type as? any ExpressionMembers.Type { add(type.expressionMemberNames.map { ($0, nil) }) }
    add(KeyPathFields(of: type).fields.map { ($0.name, $0.type) })
    // What has no key path is there all the same.
    add(structure.visibleFields.compactMap { $0.label.flatMap(Reflection.publicName).map { ($0, nil) } })
    if type is any Identifiable.Type { add([("id", nil)]) }
  }

  private mutating func add(_ members: [(name: String, type: Any.Type?)]) {
    for (name, type) in members where !names.contains(name) {
      names.append(name)
      types[name] = type
    }
  }

  func has(_ name: String) -> Bool {
    names.contains(name) || Self.silent.contains(name) || name.hasPrefix("_")
  }

  /// The type of a member; `nil` if it is not known, or there is no such member.
  func type(of name: String) -> Any.Type? { types[name] }
}
