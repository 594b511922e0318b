import Core

/// The members of a value, a page of them, each with what can be said of it on a line.
///
/// Nothing is looked at but the page: an array of 100,000 elements costs as much as one of 100. A member with a path can
/// be asked for its own members by that.
public struct ValueOutline {
  /// How many members the value has.
  public let count: Int
  /// Whether they are elements in an order, each of which is named by its place.
  public let isList: Bool
  /// Those of the page, in order.
  public let members: [Member]

  /// A property, an element, or the payload of a case.
  public struct Member {
    /// `todos`, `[0]`, `["key"]`.
    public let name: String
    /// The expression that comes to it; `nil` of an element that has no place of its own, as in a set.
    public let path: String?
    /// The name of its type.
    public let type: String
    /// The value as far as it fits on a line.
    public let text: String
    /// How many members it has itself.
    public let count: Int
  }

  /// - Parameters:
  ///   - value: The value.
  ///   - path: The expression that comes to it; empty for the state.
  ///   - page: Which members are listed, by their places.
  /// - Complexity: O(*page*) where elements have random access, O(*n* log *n*) for sets and dictionaries.
  public init(of value: Any?, at path: String, page: Range<Int>) {
    let parts = Parts(value)
    count = parts.count
    isList = parts.isList
    members = page.clamped(to: 0..<parts.count).map { place in
      let part = parts.part(at: place)
      let inner = Parts(part.value)
      return Member(
        name: part.name,
        path: part.step.map { $0.joined(to: path) },
        type: Reflection.typeName(of: part.value),
        text: inner.text.truncated(to: Self.width),
        count: inner.count
      )
    }
  }

  /// How many cells a text may have.
  private static var width: Int { 60 }
}

extension String {
  /// The step behind a path; the whole state is `self`.
  fileprivate func joined(to path: String) -> String {
    if first == "[" { return (path.isEmpty ? "self" : path) + self }
    return path.isEmpty ? self : "\(path).\(self)"
  }
}

/// What a value consists of.
private struct Parts {
  private let value: Any?
  private let kind: Kind

  private enum Kind {
    case leaf
    case elements(any Collection, count: Int)
    case unordered([Any])
    case entries(keys: [Any], values: [Any])
    case payload(name: String, Any)
    case members([String])
  }

  struct Part {
    let name: String
    /// How an expression names it behind the value's own path.
    let step: String?
    let value: Any?
  }

  init(_ value: Any?) {
    let value = value.flatMap(Reflection.flattened)
    self.value = value
    kind = value.map(Self.kind) ?? .leaf
  }

  private static func kind(of value: Any) -> Kind {
    switch value {
    case let dictionary as any DictionaryElements:
      return .entries(keys: dictionary.sortedKeys, values: dictionary.valuesSortedByKey)
    case let collection as any Collection:
      if CollectionAccess.isOneValue(collection) { return .leaf }
      if CollectionAccess.isUnordered(collection) {
        return .unordered(CollectionAccess.elements(of: collection))
      }
      return .elements(collection, count: CollectionAccess.count(collection))
    case is any LiteralConvertible: return .leaf
    default: break
    }
    if let name = EnumReflection.caseName(of: value) {
      let payload = EnumReflection.payload(of: value)
      if payload.isEmpty { return .leaf }
      let only = payload.count == 1 && payload[0].label == nil
      return .payload(
        name: name,
        only ? payload[0].value : Mirror(reflecting: value).children.first?.value ?? ()
      )
    }
    let names = Reflection.storedNames(of: value)
    return names.isEmpty ? .leaf : .members(names)
  }

  var isList: Bool { if case .elements = kind { true } else { false } }

  var count: Int {
    switch kind {
    case .leaf: 0
    case .elements(_, let count): count
    case .unordered(let elements): elements.count
    case .entries(let keys, _): keys.count
    case .payload: 1
    case .members(let names): names.count
    }
  }

  func part(at place: Int) -> Part {
    switch kind {
    case .leaf: return Part(name: "", step: nil, value: nil)
    case .elements(let collection, _):
      let element = CollectionAccess.element(of: collection, at: place)
      return Part(name: "[\(place)]", step: "[\(place)]", value: element)
    case .unordered(let elements):
      return Part(name: "\(place)", step: nil, value: elements[place])
    case .entries(let keys, let values):
      let step = "[\(ValueText.short(keys[place]) ?? actionText(keys[place]))]"
      return Part(name: step, step: step, value: values[place])
    case .payload(let name, let value):
      return Part(name: name, step: name.asMember, value: value)
    case .members(let names):
      let member = value.flatMap { Reflection.member(names[place], of: $0) } ?? nil
      return Part(name: names[place], step: names[place].asMember, value: member)
    }
  }

  /// What it is, with as much of what it consists of as is known without a look at more than its own members.
  var text: String {
    switch kind {
    case .leaf: value.map { ValueText.short($0) ?? actionText($0) } ?? "nil"
    case .elements, .unordered: counted(count, "element")
    case .entries: count == 1 ? "1 entry" : "\(count) entries"
    case .payload(let name, let payload): ".\(name.asMember)" + Parts(payload).payloadText
    case .members(let names):
      "("
        + names.indices.map { "\(names[$0].asMember): \(Parts(part(at: $0).value).hint)" }
        .joined(separator: ", ") + ")"
    }
  }

  /// What is said of it behind the name of a case.
  private var payloadText: String {
    let isTuple = value.map { Mirror(reflecting: $0).displayStyle == .tuple } ?? false
    return isTuple ? text : "(\(hint))"
  }

  /// What is said of it within another value.
  private var hint: String {
    if case .leaf = kind { return text }
    return count == 0 ? "[]" : "…"
  }
}
