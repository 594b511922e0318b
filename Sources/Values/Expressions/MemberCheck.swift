import Core

/// Checks an expression for members that no value of the types in question has.
///
/// An evaluation checks members of actual values only, so an expression about the elements of an empty list would hold
/// whatever it names. Types that are unknown, or whose members depend on the value, are not checked.
struct MemberCheck {
  /// What is known statically about a subexpression.
  private indirect enum StaticType {
    case unknown
    case type(Any.Type)
    /// A list whose type has been erased.
    case list(of: StaticType)
  }

  private let root: Any.Type
  private let names: [String]?
  private let source: SourceText
  /// The type of the current element of the enclosing method.
  private var subject = StaticType.unknown

  /// - Parameters:
  ///   - root: The type of the root value.
  ///   - names: The names in scope besides the root's members; `nil` if unknown.
  ///   - source: The expression's text.
  init(root: Any.Type, names: [String]?, source: SourceText) {
    self.root = root
    self.names = names
    self.source = source
  }

  /// Checks an expression.
  ///
  /// - Throws: A diagnostic for the first unknown member.
  /// - Complexity: O(*n*) in the length of the expression.
  mutating func check(_ node: SyntaxNode) throws(Diagnostic) {
    _ = try type(of: node)
  }

  /// The static type of an expression; `nil` if it is unknown.
  mutating func staticType(of node: SyntaxNode) -> Any.Type? {
    guard case .type(let type)? = try? type(of: node) else { return nil }
    return type
  }

  private mutating func type(of node: SyntaxNode) throws(Diagnostic) -> StaticType {
    switch node.kind {
    case .root: return .type(root)
    case .subject: return subject
    case .name(let name): return try type(ofName: name, at: node)
    case .member(let base, let name, _): return try type(ofMember: name, base, in: node)
    case .index(let base, let arguments, _):
      let base = try type(of: base)
      try check(arguments)
      return Self.isKeyed(base) ? .unknown : Self.element(of: base)
    case .method(let base, let name, let arguments, _):
      return try type(ofMethod: name, of: type(of: base), arguments)
    case .unwrapped(let base): return try type(of: base)
    case .integer, .double, .duration, .string, .bool, .null, .wildcard, .tuple, .range, .array, .dictionary,
      .enumCase, .call, .prefix,
      .binary:
      for child in node.kind.children { try check(child) }
      return .unknown
    }
  }

  private func type(ofName name: String, at node: SyntaxNode) throws(Diagnostic) -> StaticType {
    guard let members = TypeMembers.of(Self.unwrapped(root)) else { return .unknown }
    if members.has(name) { return members.type(of: name).map(StaticType.type) ?? .unknown }
    guard let names, !names.contains(name) else { return .unknown }
    throw source.unknownName(
      name,
      at: node,
      in: dumpTypeName(Self.unwrapped(root)),
      among: members.names + names
    )
  }

  private mutating func check(_ arguments: [SyntaxNode.Argument]) throws(Diagnostic) {
    for argument in arguments { try check(argument.value) }
  }

  private mutating func type(
    ofMember name: String,
    _ base: SyntaxNode,
    in node: SyntaxNode
  ) throws(Diagnostic) -> StaticType {
    let baseType = try type(of: base)
    guard case .type(let type) = baseType, let members = TypeMembers.of(Self.unwrapped(type)) else {
      return Self.isEnd(name) ? Self.element(of: baseType) : .unknown
    }
    if members.has(name) {
      if members.isCollection, Self.isEnd(name) { return Self.element(of: baseType) }
      return members.type(of: name).map(StaticType.type) ?? .unknown
    }
    throw source.diagnostic(
      "no member '\(name)' on \(dumpTypeName(Self.unwrapped(type)))",
      at: node.range(ofName: name, after: base, in: source),
      notes: Evaluator.list(members.names),
      hint: hint(for: name, of: Self.unwrapped(type), base, among: members)
    )
  }

  private func hint(for name: String, of type: Any.Type, _ base: SyntaxNode, among members: TypeMembers)
    -> String?
  {
    if type is any UnorderedElements.Type, Self.isEnd(name) {
      return Evaluator.orderHint(name, of: source.slice(base.range).text, type)
    }
    if members.isCollection, Method.ofCollections[name] != nil {
      return "'\(name)' is a method; add brackets to call it"
    }
    return Spelling.suggestion(for: name, among: members.names)
  }

  private static func isEnd(_ name: String) -> Bool { name == "first" || name == "last" }

  private mutating func type(
    ofMethod name: String,
    of base: StaticType,
    _ arguments: [SyntaxNode.Argument]
  ) throws(Diagnostic) -> StaticType {
    let element = Self.element(of: base)
    let outer = subject
    defer { subject = outer }
    let method = Method.ofCollections[name]
    if method?.looksAtElements == true { subject = element }
    var argumentType = StaticType.unknown
    for argument in arguments { argumentType = try type(of: argument.value) }
    switch method?.result {
    case .elements: return .list(of: element)
    case .list: return .list(of: argumentType)
    case .element: return element
    case .other, nil: return .unknown
    }
  }

  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    var type = type
    while let optional = type as? any OptionalType.Type { type = optional.wrappedType }
    return type
  }

  /// Whether an unlabelled index is a key.
  private static func isKeyed(_ base: StaticType) -> Bool {
    guard case .type(let type) = base, let lookup = unwrapped(type) as? any ExpressionLookup.Type else {
      return false
    }
    return lookup.expressionLookupLabel == nil
  }

  private static func element(of base: StaticType) -> StaticType {
    switch base {
    case .unknown: return .unknown
    case .list(let element): return element
    case .type(let type):
      let type = unwrapped(type)
      // The elements of a string are strings; those of a dictionary are its keys with their values.
      guard let element = CollectionAccess.elementType(of: type), !(type is any StringProtocol.Type),
        !(type is any DictionaryElements.Type)
      else { return .unknown }
      return .type(element)
    }
  }
}

extension ExpressionContext {
  /// The names of a type's members, as far as they are known without a value.
  package static func memberNames(of type: Any.Type) -> [String] { TypeMembers.of(type)?.names ?? [] }
}

/// The members of a structure or a collection, determined without a value.
private struct TypeMembers {
  /// The names in display order.
  private(set) var names: [String] = []
  private var types: [String: Any.Type] = [:]
  let isCollection: Bool
  /// Members that every value may have and that are not listed.
  private static let silent = ["id", "rawValue", "description", "debugDescription"]

  private static let known = TypeTable<TypeMembers?>()

  /// The members of a type, cached.
  ///
  /// - Returns: `nil` if the type is neither, or its members depend on the value.
  static func of(_ type: Any.Type) -> TypeMembers? {
    let id = ObjectIdentifier(type)
    if let members = known[id] { return members }
    return known.insert(TypeMembers(of: type), for: id)
  }

  private init?(of type: Any.Type) {
    isCollection = type is any KnownCollection.Type
    if let type = type as? any ExpressionMembers.Type { add(type.expressionMemberNames.map { ($0, nil) }) }
    if let collection = type as? any KnownCollection.Type {
      add(collection.expressionNames.map { ($0, nil) })
      return
    }
    guard !(type is any LiteralConvertible.Type), !(type is any ExpressionRepresentable.Type),
      !(type is any CustomReflectable.Type), !(type is any Collection.Type),
      let structure = Shape.of(type).structure
    else { return nil }
    add(Shape.of(type).properties.map { ($0.name, $0.type) })
    // Properties without a key path are members too.
    add(structure.visible.compactMap { $0.label.flatMap(Reflection.publicName).map { ($0, nil) } })
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

  /// The type of a member; `nil` if it is unknown or there is no such member.
  func type(of name: String) -> Any.Type? { types[name] }
}

/// A collection whose only members are those that expressions provide.
private protocol KnownCollection {
  static var expressionNames: [String] { get }
}

extension Array: KnownCollection {
  fileprivate static var expressionNames: [String] { CollectionAccess.memberNames }
}

extension IdentifiedArray: KnownCollection {
  fileprivate static var expressionNames: [String] { CollectionAccess.memberNames }
}

extension Set: KnownCollection {
  fileprivate static var expressionNames: [String] { CollectionAccess.unorderedNames }
}

extension Dictionary: KnownCollection {
  fileprivate static var expressionNames: [String] { CollectionAccess.dictionaryNames }
}

extension SourceText {
  /// The error for an unknown name at the start of an expression.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - node: Its location.
  ///   - type: The name of the type without such a member.
  ///   - names: The names in scope.
  func unknownName(_ name: String, at node: SyntaxNode, in type: String, among names: [String])
    -> Diagnostic
  {
    diagnostic(
      "cannot find '\(name)' in \(type)",
      at: node.range,
      notes: Evaluator.list(names),
      hint: caseBehind(node).map { "write the case without its type: .\($0)" }
        ?? Spelling.suggestion(for: name, among: names)
    )
  }

  /// What follows the names of types: `all` in `Filter.all`, of which `node` is the first part.
  private func caseBehind(_ node: SyntaxNode) -> String? {
    let rest = slice(node.range.lowerBound..<range.upperBound).text
    let end = rest.firstIndex { $0 != "." && !$0.unicodeScalars.allSatisfy(\.continuesIdentifier) }
    let names = rest[..<(end ?? rest.endIndex)].split(separator: ".", omittingEmptySubsequences: false)
    guard let place = names.firstIndex(where: { $0.first?.isUppercase != true }), place > 0 else {
      return nil
    }
    return names[place].isEmpty ? nil : String(names[place])
  }
}
