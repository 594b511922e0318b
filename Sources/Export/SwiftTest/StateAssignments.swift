import TodoShellSessions
import Core
import TodoShellValues

/// How a state changed between two moments, as Swift statements that a test runs on the old state, `$0`.
///
/// Each changed part is assigned by itself, unless it is shorter to assign a whole that contains it.
final class StateAssignments {
  /// Writes values, with the shared values of the newer moment.
  let source: SwiftSource
  private let old: AnyMoment
  private let new: AnyMoment
  private var writtenReferences: Set<ObjectIdentifier> = []
  private var calls: Set<String> = []

  /// The statements; empty if nothing changed, `nil` if the change cannot be written.
  private(set) var statements: [String]?

  /// - Complexity: O(*n*) in the size of the collections that changed.
  init(from old: AnyMoment, to new: AnyMoment, with source: SwiftSource) {
    self.source = source
    self.old = old
    self.new = new
    statements = new.withState { state in assignments(at: "$0", from: old.state, to: state) }
    // A test also compares the shared values that the state does not refer to.
    if writtenReferences.isEmpty, !old.hasEqualSharedValues(to: new) { statements = nil }
  }

  /// Reads a part of the older state with the shared values of its moment.
  func before<Value>(_ read: () -> Value) -> Value { old.withState { _ in read() } }

  /// Whether two parts of the older and of the newer state are the same.
  func isSame(_ before: Any, _ after: Any) -> Bool { TodoShellSessions.isSame(before, old, after, new) }

  /// Notes that the statements change a shared value.
  ///
  /// - Returns: Whether this is its first change. Another property may refer to the same value.
  func noteWritten(_ reference: ObjectIdentifier) -> Bool { writtenReferences.insert(reference).inserted }

  /// Notes a statement that calls a function with a result.
  ///
  /// - Returns: The statement.
  func call(_ statement: String) -> String {
    calls.insert(statement)
    return statement
  }

  /// A statement as the whole of a closure whose result is inferred, but must be none.
  func asClosureBody(_ statement: String) -> String {
    calls.contains(statement) ? "_ = \(statement)" : statement
  }

  /// The statements that change a place from an old value to a new one.
  ///
  /// - Parameters:
  ///   - place: A variable in Swift, such as `$0.todos[0]`.
  ///   - old: Its value in the older state.
  ///   - new: Its value in the newer state.
  /// - Returns: `nil` if the change cannot be written.
  func assignments(at place: String, from old: Any, to new: Any) -> [String]? {
    if isSame(old, new) { return [] }
    if Shape.of(value: new).has(.sharedStorage) { return changes(at: place, from: old, to: new) }
    let references = writtenReferences.count
    let parts = changes(at: place, from: old, to: new)
    if let parts {
      // Assigning what refers to a shared value would not change that.
      if writtenReferences.count > references || parts.isEmpty && references > 0 { return parts }
      if (1...2).contains(parts.count) { return parts }
    }
    let whole = source.text(new).map { "\(place) = \($0)" }
    guard let parts, !parts.isEmpty else { return whole.map { [$0] } }
    guard let whole else { return parts }
    return parts.reduce(0) { $0 + $1.utf8.count } <= whole.utf8.count ? parts : [whole]
  }

  /// The statements that change parts of a place.
  ///
  /// - Parameters:
  ///   - place: Something that has members in Swift, such as `$0.todos[0]` or `$0.child?`.
  ///   - old: Its value in the older state.
  ///   - new: Its value in the newer state.
  /// - Returns: `nil` if it must be assigned as a whole.
  func changes(at place: String, from old: Any, to new: Any) -> [String]? {
    guard type(of: old) == type(of: new) else { return nil }
    if let new = new as? any PartlyAssignable { return parts(of: new, from: old, at: place) }
    return switch ValueSyntax(type(of: new)) {
    case .enumeration: payloadChanges(from: old, to: new) { "\(place)[case: \\.\($0)]?" }
    case .literal, .optional, .changes: nil
    case .structure, .other: fieldChanges(at: place, from: old, to: new)
    }
  }

  /// The statements that change the payload of an enum's case, whose place is made from the case's name.
  ///
  /// - Returns: `nil` if it must be assigned as a whole.
  func payloadChanges(from old: Any, to new: Any, at place: (_ name: String) -> String) -> [String]? {
    guard Shape.of(value: new).has(.casePaths), let name = Choice.caseName(of: new),
      Choice.caseName(of: old) == name
    else { return nil }
    let old = Choice.payload(of: old)
    let new = Choice.payload(of: new)
    guard old.count == 1, new.count == 1 else { return nil }
    return changes(at: place(name.asMember), from: old[0].value, to: new[0].value)
  }

  private func parts<Value: PartlyAssignable>(of new: Value, from old: Any, at place: String) -> [String]? {
    (old as? Value).flatMap { new.changes(from: $0, at: place, in: self) }
  }

  private func fieldChanges(at place: String, from old: Any, to new: Any) -> [String]? {
    guard let product = Shape.of(type(of: new)).structure, let old = product.storedValues(of: old),
      let new = product.storedValues(of: new)
    else { return nil }
    let properties = product.shape.properties
    let changed = zip(product.stored, zip(old, new)).filter { !$0.isHidden && !isSame($1.0, $1.1) }
    // The outermost reference to a shared value is the one to change it by.
    let shared = changed.filter { $0.0.shape.has(.sharedStorage) }
    var statements: [String] = []
    for (field, (old, new)) in shared + changed.filter({ !$0.0.shape.has(.sharedStorage) }) {
      guard let name = field.label,
        field.shape.has(.storage) || properties.first(where: { $0.name == name })?.isWritable == true,
        let changes = assignments(at: "\(place).\(name.asMember)", from: old, to: new)
      else { return nil }
      statements += changes
    }
    return statements
  }
}

/// A type whose values are changed in part.
protocol PartlyAssignable {
  /// The statements that change an old value of this type into this one; `nil` if it must be assigned as a whole.
  func changes(from old: Self, at place: String, in change: StateAssignments) -> [String]?
}

extension Optional: PartlyAssignable {
  func changes(from old: Self, at place: String, in change: StateAssignments) -> [String]? {
    guard let old, let new = self, Shape.of(Wrapped.self).wrapped == nil else { return nil }
    return change.changes(at: place + "?", from: old, to: new)
  }
}

extension PresentationState: PartlyAssignable {
  func changes(from old: Self, at place: String, in change: StateAssignments) -> [String]? {
    return change.assignments(at: place, from: old.wrappedValue as Any, to: wrappedValue as Any)
  }
}

extension Shared: PartlyAssignable {
  func changes(from old: Self, at place: String, in change: StateAssignments) -> [String]? {
    guard let dot = place.lastIndex(of: "."),
      case let (reference, value) = change.before({ (old.referenceID, old.wrappedValue) }),
      reference == referenceID,
      let statements = change.assignments(at: "$0", from: value, to: wrappedValue)
    else { return nil }
    guard change.noteWritten(reference), !statements.isEmpty else { return [] }
    // The property `$0.count` is changed through its projection, `$0.$count`.
    let projection = "\(place[...dot])$\(place[place.index(after: dot)...])"
    if statements.count == 1 { return ["\(projection).withLock { \(change.asClosureBody(statements[0])) }"] }
    let lines = statements.flatMap { $0.split(separator: "\n") }.map { "  \($0)" }
    return ["\(projection).withLock {\n\(lines.joined(separator: "\n"))\n}"]
  }
}

extension SharedReader: PartlyAssignable {
  /// What only reads a shared value does not change it.
  func changes(from _: Self, at _: String, in _: StateAssignments) -> [String]? { [] }
}
