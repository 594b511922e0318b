import Core

/// The cases of a feature's actions, including its children's, as patterns: `.todos(.element(action: .binding))`.
enum ActionCases {
  private static let deepest = 6
  /// Longer lists are of no use.
  private static let most = 400

  /// All cases of a type of actions, with why each is not the user's; `nil` for those that may be.
  static func all(of type: Any.Type, leftOutBy users: UserActions?) -> [Classified] {
    guard let enumeration = Shape.of(type).choice else { return [] }
    return Array(patterns(of: enumeration, users, depth: 0).prefix(most))
  }

  typealias Classified = (pattern: String, reason: UserActions.Reason?)

  /// The case of an action.
  static func pattern(of action: Any) -> String { pattern(of: action, depth: 0) ?? "_" }

  private static func patterns(of enumeration: Choice, _ users: UserActions?, depth: Int) -> [Classified] {
    enumeration.cases.flatMap { element -> [Classified] in
      let reason = users?.reason(toLeaveOut: element, of: enumeration)
      let inner = element.parameters.lazy.compactMap { parameter in
        self.inner(parameter.type, users, depth: depth).map { (parameter.label, $0) }
      }.first
      guard let (label, all) = inner, !all.isEmpty else { return [(text(element.name), reason)] }
      return all.map { (text(element.name, around: (label, $0.pattern)), reason ?? $0.reason) }
    }
  }

  /// The patterns of an associated value that is an action itself; `nil` if it is not.
  private static func inner(_ type: Any.Type, _ users: UserActions?, depth: Int) -> [Classified]? {
    guard depth < deepest else { return nil }
    if let root = ValueSyntax(type).changedType {
      return Shape.of(root).properties.filter(\.isWritable).map {
        ("\\.\($0.name.asMember)", users?.canEdit($0.name, of: $0.type) == false ? .uneditable : nil)
      }
    }
    return action(type).map { patterns(of: $0, users, depth: depth + 1) }
  }

  private static func text(_ name: String, around inner: (label: String?, pattern: String)? = nil) -> String {
    let name = ".\(name.asMember)"
    guard let inner else { return name }
    return "\(name)(\(inner.label.map { "\($0.asMember): " } ?? "")\(inner.pattern))"
  }

  private static func pattern(of value: Any, depth: Int) -> String? {
    guard let name = Choice.caseName(of: value) else { return nil }
    for (label, payload) in Choice.payload(of: value) where depth < deepest {
      let shape = Shape.of(value: payload)
      if shape.has(.propertyChange), let change = payload as? any PropertyChange {
        return text(name, around: (label, NamedKeyPath.text(of: change.property)))
      }
      if shape.has(.childAction), let inner = pattern(of: payload, depth: depth + 1) {
        return text(name, around: (label, inner))
      }
    }
    return text(name)
  }

  /// The type if its values may be actions of a child, which holds for enums without a text form.
  fileprivate static func action(_ type: Any.Type) -> Choice? {
    guard case .enumeration = TypeKind(type), case .enumeration(let enumeration) = ValueSyntax(type) else {
      return nil
    }
    return enumeration.cases.contains { $0.payload != nil } ? enumeration : nil
  }
}

extension TypeTrait {
  fileprivate static let childAction = TypeTrait { ActionCases.action($0) != nil }
}
