import Core

/// Tells apart the actions that a user can send and those that only effects, parents and navigation send: by the names
/// and types of their cases, unless the program declares which are the user's.
struct UserActions {
  /// Why an action is not the user's.
  enum Reason: String {
    case answer = "sent by effects, by name or type"
    case sent = "sent by effects in this session"
    case delegate = "sent to parents"
    case navigation = "navigation, with 'dismiss' instead"
    case uneditable = "edited by no control"
    case declared = "not the user's, as the program declares"
  }

  /// Whether an action is the user's, as the program declares; `nil` if it does not.
  let isDeclared: ((Any) -> Bool)?

  /// Last words of names for what a user does.
  private static let gestures = "tapped pressed clicked selected submitted appeared swiped dragged".words
  /// Last words of names for what has happened without the user.
  private static let outcomes =
    """
    response responded result received loaded fetched failed succeeded finished completed expired timeout debounced \
    tick ticked
    """
    .words
  /// First words of names that are commands: `clearCompleted`.
  private static let verbs = "clear delete filter hide remove show toggle".words
  /// What a control sets: `isEditing`.
  private static let modes = "editing presenting sharing showing".words
  /// Cases for actions of other reducers, or of the reducer itself.
  private static let delegates: Set = ["delegate", "internal"]

  /// Why the actions of a case are not the user's; `nil` if they may be.
  func reason(toLeaveOut element: Choice.Case, of actions: Choice) -> Reason? {
    switch element.name {
    case "push" where actions.named("element") != nil, "popFrom" where actions.named("element") != nil,
      "dismiss" where actions.named("presented") != nil:
      return .navigation
    default: break
    }
    if isDeclared != nil { return nil }
    if Self.delegates.contains(element.name) { return .delegate }
    let (first, last) = Self.words(of: element.name)
    if Self.gestures.contains(last) { return nil }
    let isOutcome = Self.outcomes.contains(last) && !Self.verbs.contains(first)
    return isOutcome || element.parameters.contains { Self.isOutcome($0.type) } ? .answer : nil
  }

  /// Whether values of a type are made by effects: results and errors.
  private static func isOutcome(_ type: Any.Type) -> Bool {
    if type == Never.self { return false }
    if type is any Error.Type || type == (any Error).self { return true }
    let names = Shape.of(type).choice?.cases.map(\.name)
    return names.map(Set.init) == ["success", "failure"]
  }

  /// Whether a pattern of an action names a gesture of the user, who sends it even if effects do, too.
  static func isGesture(_ pattern: String) -> Bool {
    if pattern.contains(".view") || pattern.contains("\\") { return true }
    let name = pattern.split { !$0.isLetter && !$0.isNumber }.last { $0 != "_" } ?? ""
    return gestures.contains(words(of: String(name)).last)
  }

  /// The first and the last word of a name, in lower case.
  private static func words(of name: String) -> (first: String, last: String) {
    let words = name.kebabCased.split(separator: "-").map(String.init)
    return (words.first ?? "", words.last ?? "")
  }

  /// Whether a control can edit a property: not one whose name says what the feature does, such as `isLoading`.
  func canEdit(_ property: String, of type: Any.Type) -> Bool {
    let words = property.kebabCased.split(separator: "-").map(String.init)
    let isStatus =
      words.first == "is"
      && words.contains { $0 == "flight" || $0.hasSuffix("ing") && !Self.modes.contains($0) }
    return Self.canEdit(type) && (isDeclared != nil || !isStatus)
  }

  /// Whether a control can edit values of a type: texts, numbers, choices, and lists of them.
  private static func canEdit(_ type: Any.Type) -> Bool {
    switch ValueSyntax(type) {
    case .optional(let wrapped): canEdit(wrapped)
    case .literal: type is any StringProtocol.Type || Shape.of(type).element.map { canEdit($0.type) } ?? true
    case .enumeration(let choice): choice.cases.allSatisfy { $0.payload == nil }
    default: false
    }
  }
}

/// The elements and ids in the lists of a state: what a user can choose.
struct OfferedValues {
  /// How many values of a type are offered.
  private static let most = 3

  /// The values, by type; empty for a type whose lists have no elements now.
  private var values: [ObjectIdentifier: [Any]] = [:]
  /// Whether there are more.
  private(set) var isSample = false

  init(in state: Any?) {
    if let state { collect(state, depth: 0) }
  }

  /// The values of a type; `nil` if no list has such elements or ids.
  subscript(type: Any.Type) -> [Any]? { values[ObjectIdentifier(type)] }

  private mutating func collect(_ value: Any, depth: Int) {
    guard depth < 4 else { return }
    let shape = Shape.of(value: value)
    if shape.kind == .list {
      if let list = value as? any Collection { add(elementsOf: list) }
      if let list = value as? any ElementsByID { add(elementsOf: list.ids) }
    } else if shape.wrapped != nil || shape.choice != nil {
      for part in Choice.payload(of: value) { collect(part.value, depth: depth + 1) }
    } else {
      for property in shape.properties {
        if let part = Members.value(property.name, of: value) ?? nil { collect(part, depth: depth + 1) }
      }
    }
  }

  private mutating func add<List: Collection>(elementsOf list: List) {
    if list.count > Self.most { isSample = true }
    values[ObjectIdentifier(List.Element.self), default: []] += list.prefix(Self.most).map { $0 as Any }
  }
}
