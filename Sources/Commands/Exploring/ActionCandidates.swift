import Core

/// Generates actions that may have an effect in a state from the feature's types: its cases, with small values.
///
/// Only existing elements of collections and existing children are sent actions, positions are valid in a list of the
/// state, and values whose type is that of elements or ids are elements and ids of the state.
final class ActionCandidates {
  /// How many texts of one type are tried.
  private static let most = 24
  private static let deepest = 8

  /// Whether there are more actions than those that were generated.
  private(set) var isSample = false
  /// Whose actions are tried; `nil` for all.
  private let users: UserActions?
  /// The state of the feature that the action is for, if it is known.
  private var owner: Any? { didSet { foundOffers = nil } }
  private var foundOffers: OfferedValues?

  init(of users: UserActions? = nil) { self.users = users }

  /// The texts of actions of a type, the simplest first.
  ///
  /// - Parameters:
  ///   - type: The type of the actions.
  ///   - state: The state in which they are sent.
  func texts(of type: Any.Type, in state: Any) -> [String] {
    guard let enumeration = Shape.of(type).choice else { return [] }
    return cases(of: enumeration, in: state, depth: 0)
  }

  /// The texts of values of a type, the simplest first.
  static func values(of type: Any.Type) -> [String] { ActionCandidates().texts(of: type, in: nil, depth: 0) }

  private func texts(of type: Any.Type, in state: Any?, depth: Int) -> [String] {
    guard depth < Self.deepest else {
      isSample = true
      return []
    }
    switch ValueSyntax(type) {
    case .optional(let wrapped): return texts(of: wrapped, in: state, depth: depth + 1) + ["nil"]
    // A form is the same, however deep it is presented.
    case .changes(let root): return bindings(of: root, depth: 1)
    case .literal(let example): return values(of: type, like: example, depth: depth)
    case .enumeration(let enumeration): return cases(of: enumeration, in: state, depth: depth)
    case .structure(let product):
      return fields(product.visible, in: nil, depth: depth).map { "\(dumpTypeName(type))(\($0))" }
    case .other:
      isSample = true
      return []
    }
  }

  private func cases(of enumeration: Choice, in state: Any?, depth: Int) -> [String] {
    var texts: [String] = []
    let outer = owner
    defer { owner = outer }
    owner = state ?? outer
    for element in enumeration.cases where users?.reason(toLeaveOut: element, of: enumeration) == nil {
      let name = ".\(element.name.asMember)"
      guard element.payload != nil else {
        texts.append(name)
        continue
      }
      let (isThere, inner) = part(element.name, of: state)
      // The buttons of an alert are pressed.
      guard isThere, users == nil || !(inner is any _EphemeralState) else { continue }
      let container = element.parameters.count == 1 ? inner ?? state : inner
      if element.parameters.first?.label == "id", let elements = container as? any ElementsByID {
        texts += addressed(element, to: elements, depth: depth)
      } else {
        texts += fields(element.parameters, in: inner, depth: depth).map { "\(name)(\($0))" }
      }
    }
    return texts
  }

  /// The target of the actions of a case: the part of the state with the name of the case.
  ///
  /// - Returns: Whether the target exists at present, as far as can be determined, and its value.
  private func part(_ name: String, of state: Any?) -> (isThere: Bool, part: Any?) {
    guard let state else { return (name != "presented", nil) }
    if name == "element" || name == "presented" { return (true, state) }
    if let present = Choice.caseName(of: state),
      Choice.names(of: type(of: state))?.contains(name) == true
    {
      return (present == name, Members.value(name, of: state) ?? nil)
    }
    guard let member = Members.value(name, of: state) else { return (true, nil) }
    return (member != nil, member)
  }

  /// The actions of a case for the existing elements.
  private func addressed(_ element: Choice.Case, to elements: any ElementsByID, depth: Int)
    -> [String]
  {
    var texts: [String] = []
    let all = elements.elementsByID
    if all.count > 3 { isSample = true }
    for (id, child) in all.prefix(3) {
      let rest = Array(element.parameters.dropFirst())
      texts += fields(rest, in: child, depth: depth).map {
        ".\(element.name.asMember)(id: \(actionText(id))\(rest.isEmpty ? "" : ", ")\($0))"
      }
    }
    return texts
  }

  /// The positions that are valid in every list of the feature, not counting stacks, whose actions name ids.
  private var positions: Range<Int>? {
    guard let owner else { return nil }
    let members = Shape.of(value: owner).properties.compactMap { Members.value($0.name, of: owner) ?? nil }
    let lists = members.filter { !"\(type(of: $0))".hasPrefix("StackState<") }
    let counts = Set(lists.compactMap { Peek.read($0) { $0.shape.kind == .list ? $0.count : nil } })
    if counts.count > 1 { isSample = true }
    return counts.min().map { 0..<$0 }
  }

  /// The texts of elements and ids of the state, for a value of their type; `nil` if it has none of this type.
  private func offered(_ type: Any.Type, depth: Int) -> [String]? {
    guard owner != nil, type != Bool.self, !(type is any Collection.Type) || type == String.self else {
      return nil
    }
    let offers = foundOffers ?? OfferedValues(in: owner)
    foundOffers = offers
    guard let values = offers[type] else { return nil }
    if offers.isSample { isSample = true }
    let texts = values.map(actionText)
    // A number or text may be any other.
    let isPlain = Shape.of(type).has(.integer) || type == String.self && values.isEmpty
    return (texts + (isPlain ? self.texts(of: type, in: nil, depth: depth) : [])).removingDuplicates
  }

  /// All combinations of values of some fields, up to a limit.
  private func fields(_ fields: [Part], in state: Any?, depth: Int) -> [String] {
    var texts = [""]
    for (index, field) in fields.enumerated() {
      let label = (index == 0 ? "" : ", ") + (field.label.map { "\($0.asMember): " } ?? "")
      let values =
        positions(named: field.label, of: field.type, after: index == 0 ? nil : fields[index - 1].type)
        ?? offered(field.type, depth: depth + 1) ?? self.texts(of: field.type, in: state, depth: depth + 1)
      texts = texts.flatMap { text in values.map { text + label + $0 } }
      guard texts.count > Self.most else { continue }
      isSample = true
      texts.removeSubrange(Self.most...)
    }
    return texts
  }

  /// The valid values of a field for positions: a set of indices, where they are moved to, or a number with such a label.
  private func positions(named label: String?, of type: Any.Type, after last: Any.Type?) -> [String]? {
    let isSet = "\(type)" == "IndexSet"
    if type == Int.self, let last, "\(last)" == "IndexSet", let count = positions?.count {
      return Set([0, count]).sorted().map { "\($0)" }
    }
    guard isSet || type == Int.self && ["at", "index", "offset", "position"].contains(label) else {
      return nil
    }
    if isSet { isSample = true }
    guard let positions else { return isSet ? [] : nil }
    if positions.count > 3 { isSample = true }
    return positions.prefix(3).map { isSet ? "[\($0)]" : "\($0)" }
  }

  private func bindings(of root: Any.Type, at path: String = "", depth: Int) -> [String] {
    var texts: [String] = []
    for field in Shape.of(root).properties where field.isWritable {
      let path = "\(path).\(field.name.asMember)"
      if users?.canEdit(field.name, of: field.type) == false {
        isSample = true
        guard case .structure = ValueSyntax(field.type), depth < Self.deepest else { continue }
        texts += bindings(of: field.type, at: path, depth: depth + 3)
        continue
      }
      let values =
        Shape.of(field.type).equality != nil ? self.texts(of: field.type, in: nil, depth: depth + 1) : []
      if values.isEmpty || values.count > 3 { isSample = true }
      texts += values.prefix(3).map { ".set(\\\(path), \($0))" }
    }
    return texts
  }

  private func values(of type: Any.Type, like example: String, depth: Int) -> [String] {
    if type != Bool.self { isSample = true }
    switch type {
    case is Bool.Type: return ["true", "false"]
    case is String.Type, is Substring.Type: return ["\"a\"", "\"\""]
    case _ where Shape.of(type).has(.integer): return ["0", "1"]
    case is Duration.Type: return ["100ms", "1s"]
    default:
      // Collections of no element and of one.
      let element = type is any RangeReplaceableCollection.Type ? Shape.of(type).element : nil
      let texts = element.map { self.texts(of: $0.type, in: nil, depth: depth + 1) } ?? []
      return [example] + texts.prefix(1).map { "[\($0)]" }
    }
  }
}
