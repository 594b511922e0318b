import Core

/// One page of a value's members, each summarized on one line.
///
/// Only the page is examined: an array of 100,000 elements costs as much as one of 100. The members of a member are
/// requested by its path.
public struct ValueOutline {
  /// How many members the value has.
  public let count: Int
  /// Whether the members are ordered elements, each named by its position.
  public let isList: Bool
  /// The value, abbreviated to fit on a line.
  public let text: String
  /// The name of its type.
  public let type: String
  /// The members on the page, in order.
  public let members: [Member]

  /// A property, an element, or the payload of a case.
  public struct Member {
    /// `todos`, `[0]`, `["key"]`.
    public let name: String
    /// The expression for the member; `nil` for an element without a position or key, as in a set.
    public let path: String?
    /// The name of its type.
    public let type: String
    /// The value, abbreviated to fit on a line.
    public let text: String
    /// The number of its own members.
    public let count: Int
    /// Whether these are ordered elements.
    public let isList: Bool
    package let value: Any?
  }

  /// Summarizes one page of a value's members.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The expression for the value; empty for the state.
  ///   - page: The positions of the members to list.
  /// - Complexity: O(*page*) where elements have random access, O(*n* log *n*) for sets and dictionaries.
  public init(of value: Any?, at path: String, page: Range<Int>) {
    let parts = Parts(value)
    count = parts.count
    isList = parts.isList
    text = parts.text.truncated(to: Self.width)
    type = typeName(of: value)
    members = parts.parts(page.clamped(to: 0..<parts.count)).map { part in
      let inner = Parts(part.value)
      return Member(
        name: part.name,
        path: part.step.map { $0.joined(to: path) },
        type: typeName(of: part.value),
        text: inner.text.truncated(to: Self.width),
        count: inner.count,
        isList: inner.isList,
        value: part.value
      )
    }
  }

  /// The expression for a member, by its name.
  ///
  /// - Parameter path: The expression for the value; empty for the state.
  package static func path(of member: String, in path: String) -> String {
    (member.first == "[" ? member : member.asMember).joined(to: path)
  }

  /// A short description of a value: `false`, `.all`, `3 elements`, or the type and the title of a structure,
  /// `Todo "Milk"`. Only strings are written in full.
  package static func label(of value: Any?) -> String {
    ValueText.short(value) ?? Parts(value).label
  }

  /// Whether a change of a value is shown as a whole, as for a date or a short list of numbers.
  package static func areShort(_ old: Any, _ new: Any) -> Bool {
    guard let collection = new as? any Collection else { return new is any LiteralConvertible }
    return collection.isOneValue || ValueText.short(new) != nil && ValueText.short(old) != nil
  }

  /// The maximum width of a text in cells.
  fileprivate static var width: Int { 60 }
}

extension String {
  /// The path extended by this step; the whole state is `self`.
  fileprivate func joined(to path: String) -> String {
    if first == "[" { return (path.isEmpty ? "self" : path) + self }
    return path.isEmpty ? self : "\(path).\(self)"
  }
}

/// The members of a value.
private struct Parts {
  private let value: Any?
  private let kind: Kind

  private enum Kind {
    case leaf
    case elements(any Collection, count: Int)
    case unordered(any Collection)
    case entries(any DictionaryElements, count: Int)
    case payload(name: String, Any)
    case members([String])
  }

  init(_ value: Any?) {
    let value = value.flatMap { flattened($0) }
    self.value = value
    kind = value.map(Self.kind) ?? .leaf
  }

  private static func kind(of value: Any) -> Kind {
    switch value {
    case let dictionary as any DictionaryElements:
      return .entries(dictionary, count: dictionary.count)
    case let collection as any Collection:
      if collection.isOneValue { return .leaf }
      if collection.isUnordered { return .unordered(collection) }
      return .elements(collection, count: collection.elementCount)
    case is any LiteralConvertible: return .leaf
    default: break
    }
    if let name = Choice.caseName(of: value) {
      let payload = Choice.payload(of: value)
      if payload.isEmpty { return .leaf }
      let only = payload.count == 1 && payload[0].label == nil
      return .payload(
        name: name,
        only ? payload[0].value : Choice.current(of: value)?.payload ?? ()
      )
    }
    let names = Members.storedNames(of: value)
    return names.isEmpty ? .leaf : .members(names)
  }

  var isList: Bool { if case .elements = kind { true } else { false } }

  var count: Int {
    switch kind {
    case .leaf: 0
    case .elements(_, let count): count
    case .unordered(let elements): elements.count
    case .entries(_, let count): count
    case .payload: 1
    case .members(let names): names.count
    }
  }

  /// The members at some positions, with the step that selects each in an expression. Those of a set or dictionary are
  /// sorted first.
  func parts(_ places: Range<Int>) -> [(name: String, step: String?, value: Any?)] {
    switch kind {
    case .leaf: return []
    case .elements(let collection, _):
      return places.map { ("[\($0)]", "[\($0)]", collection.element(at: $0)) }
    case .unordered(let collection):
      let elements = collection.allElements
      return places.map { ("\($0)", nil, elements[$0]) }
    case .entries(let dictionary, _):
      return dictionary.pairsSortedByKey[places].map { key, value in
        let step = "[\(ValueText.short(key) ?? actionText(key))]"
        return (step, step, value)
      }
    case .payload(let name, let value):
      return places.map { _ in (name, name.asMember, value) }
    case .members(let names):
      return places.map { place in
        let member = value.flatMap { Members.value(names[place], of: $0) } ?? nil
        return (names[place], names[place].asMember, member)
      }
    }
  }

  /// A summary of the value that examines only its own members.
  var text: String {
    switch kind {
    case .leaf: value.map(Self.leafText) ?? "nil"
    case .elements, .unordered: counted(count, "element")
    case .entries: count == 1 ? "1 entry" : "\(count) entries"
    case .payload(let name, let payload): ".\(name.asMember)" + Parts(payload).payloadText
    case .members:
      "(\(parts(0..<count).map { "\($0.name.asMember): \(Parts($0.value).hint)" }.joined(separator: ", ")))"
    }
  }

  /// The type and the title of a structure, or else its summary.
  var label: String {
    guard case .members(let names) = kind, let value else { return text }
    let type = typeName(of: value)
    let titles = ["title", "name", "label", "text", "description"].lazy.filter(names.contains)
      .compactMap { Members.value($0, of: value) as? String }
    let name = type.hasSuffix(".State") ? String(type.dropLast(6)) : type
    return name + (titles.first.map { " " + $0.quotedAsLiteral } ?? text)
  }

  /// Only the start of a long text or long data is shown.
  private static func leafText(_ value: Any) -> String {
    var value = value
    if let text = value as? String { value = String(text.prefix(ValueOutline.width + 1)) }
    if let data = value as? Data, data.count > ValueOutline.width { return "\(data.count) bytes" }
    return ValueText.short(value) ?? actionText(value)
  }

  /// The summary after the name of a case.
  private var payloadText: String {
    let isTuple = value.map { Shape.of(value: $0).typeKind == .tuple } ?? false
    return isTuple ? text : "(\(hint))"
  }

  /// The summary within another value.
  private var hint: String {
    if case .leaf = kind { return text }
    if count > 0 { return "…" }
    if case .entries = kind { return "[:]" }
    return "[]"
  }
}
