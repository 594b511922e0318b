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
    let whole = Outlined(value)
    count = whole.count
    isList = whole.isList
    text = whole.text.truncated(to: Self.width)
    type = typeName(of: value)
    members = whole.parts(page.clamped(to: 0..<whole.count)).map { part in
      let inner = Outlined(part.value)
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
    ValueText.short(value) ?? Outlined(value).label
  }

  /// The text by which people know a value: its title, name or description, or else its first text; `nil` if it has none.
  package static func title(of value: Any) -> String? { Outlined(value).title }

  /// The name of the member that has the title; `nil` if there is none.
  package static func titleMember(of value: Any) -> String? { Outlined(value).titleMember }

  /// Whether a change of a value is shown as a whole, as for a date or a short list of numbers.
  package static func areShort(_ old: Any, _ new: Any) -> Bool {
    let shape = Shape.of(value: new)
    guard shape.has(.collection) else { return shape.literal != nil }
    return shape.isOneValue || ValueText.short(new) != nil && ValueText.short(old) != nil
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

/// A value with its parts, as an outline shows them.
private struct Outlined {
  private let value: Value
  private let form: Form

  private enum Form {
    case leaf
    case elements
    /// Sorted elements, which have no position.
    case unordered
    case entries
    case payload(String, Any)
    case members([String])
  }

  init(_ value: Any?) {
    self.value = Value(flattening: value)
    form = self.value.read(Self.form) ?? .leaf
  }

  private static func form(of peek: Peek) -> Form {
    let shape = peek.shape
    if shape.has(.collection) {
      if shape.isOneValue { return .leaf }
      return !shape.has(.unordered) ? .elements : shape.kind == .table ? .entries : .unordered
    }
    if shape.literal != nil { return .leaf }
    if let (element, payload) = peek.current {
      guard let payload else { return .leaf }
      let only = element.parameters.count == 1 && element.parameters[0].label == nil
      return .payload(element.name, (only ? payload.part(element.parameters[0]) : payload).value)
    }
    let names = Members.storedNames(of: peek.value)
    return names.isEmpty ? .leaf : .members(names)
  }

  var isList: Bool { if case .elements = form { true } else { false } }

  var count: Int {
    switch form {
    case .leaf: 0
    case .elements, .unordered, .entries: value.elementCount ?? 0
    case .payload: 1
    case .members(let names): names.count
    }
  }

  /// The members at some positions, with the step that selects each in an expression. Those of a set or dictionary are
  /// sorted first.
  func parts(_ places: Range<Int>) -> [(name: String, step: String?, value: Any?)] {
    switch form {
    case .leaf: return []
    case .elements: return places.map { ("[\($0)]", "[\($0)]", value.element(at: $0).any) }
    case .unordered:
      let elements = value.read { $0.collection?.allElements } ?? nil
      return places.map { ("\($0)", nil, elements?[$0]) }
    case .entries:
      let pairs = value.pairs?[places]
      return (pairs ?? []).map { key, value in
        let step = "[\(ValueText.short(key) ?? actionText(key))]"
        return (step, step, value)
      }
    case .payload(let name, let payload): return places.map { _ in (name, name.asMember, payload) }
    case .members(let names):
      return names[places].map { ($0, $0.asMember, member($0)) }
    }
  }

  private func member(_ name: String) -> Any? { value.any.flatMap { Members.value(name, of: $0) ?? nil } }

  /// A summary of the value that examines only its own members.
  var text: String {
    switch form {
    case .leaf: value.any.map(Self.leafText) ?? "nil"
    case .elements, .unordered: counted(count, "element")
    case .entries: count == 1 ? "1 entry" : "\(count) entries"
    case .payload(let name, let payload): ".\(name.asMember)" + Outlined(payload).payloadText
    case .members:
      "(\(parts(0..<count).map { "\($0.name.asMember): \(Outlined($0.value).hint)" }.joined(separator: ", ")))"
    }
  }

  /// The type and the title of a structure, or else its summary.
  var label: String {
    guard case .members(let names) = form else { return text }
    let type = typeName(of: value.any)
    let name = type.hasSuffix(".State") ? String(type.dropLast(6)) : type
    return name + (firstText(of: Self.titles, in: names).map { " " + $0.quotedAsLiteral } ?? text)
  }

  private static let titles = ["title", "name", "label", "text", "description"]

  private func firstText(of titles: [String], in names: [String]) -> String? {
    firstName(of: titles, in: names).flatMap { member($0) as? String }
  }

  private func firstName(of titles: [String], in names: [String]) -> String? {
    titles.first { names.contains($0) && member($0) is String }
  }

  /// The name of the member with the title.
  var titleMember: String? {
    guard case .members(let names) = form else { return nil }
    return firstName(of: Self.titles + names, in: names)
  }

  var title: String? { titleMember.flatMap { member($0) as? String } }

  /// Only the start of a long text or long data is shown.
  private static func leafText(_ value: Any) -> String {
    var value = value
    if let text = value as? String { value = String(text.prefix(ValueOutline.width + 1)) }
    if let data = value as? Data, data.count > ValueOutline.width { return "\(data.count) bytes" }
    return ValueText.short(value) ?? actionText(value)
  }

  /// The summary after the name of a case.
  private var payloadText: String { value.shape?.typeKind == .tuple ? text : "(\(hint))" }

  /// The summary within another value.
  private var hint: String {
    if case .leaf = form { return text }
    if count > 0 { return "…" }
    if case .entries = form { return "[:]" }
    return "[]"
  }
}
