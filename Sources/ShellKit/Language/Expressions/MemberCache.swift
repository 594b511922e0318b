import Core
import Synchronization

/// Where the stored properties of types are, found once by reflection.
///
/// A macro's description of the fields, where there is one, reads a property without reflection; for other types the
/// place among the children of the mirror saves looking at the others. Asking again for each value takes many times as
/// long.
enum MemberCache {
  private enum Access {
    case field((Any) -> Any?)
    case child(Int)
    /// What only looking can find: it is a computed member, of a superclass, or not there.
    case unknown
  }

  /// The members that were asked for of each type: few, so that going through them takes less than a hash of the name.
  private static let known = Mutex(TypeTable<[(name: String, access: UncheckedAccess)]>())

  // The readers of fields are closures over key paths, which the compiler doesn't know to be safe.
  private struct UncheckedAccess: @unchecked Sendable {
    let access: Access
  }

  /// The stored property of that name.
  ///
  /// - Returns: `nil` if there is none that is simply stored under its name.
  static func member(_ name: String, of value: Any) -> Any? {
    let type = ObjectIdentifier(type(of: value))
    let access = access(to: name, of: type) ?? note(find(name, in: value), to: name, of: type)
    switch access {
    case .field(let read): return read(value)
    case .child(let index):
      let children = Mirror(reflecting: value).children
      return children[children.index(children.startIndex, offsetBy: index)].value
    case .unknown: return nil
    }
  }

  private static func access(to name: String, of type: ObjectIdentifier) -> Access? {
    known.withLock { known in known[type]?.first { $0.name == name }?.access.access }
  }

  private static func note(_ access: Access, to name: String, of type: ObjectIdentifier) -> Access {
    let entry = (name, UncheckedAccess(access: access))
    known.withLock { $0.note(($0[type] ?? []) + [entry], of: type) }
    return access
  }

  private static func find(_ name: String, in value: Any) -> Access {
    // A type's own members come before its stored ones, and a collection's or a text's are not stored.
    if let members = value as? any ExpressionMembers, type(of: members).expressionMemberNames.contains(name) {
      return .unknown
    }
    if value is any Collection || value is any CustomReflectable || value is Duration { return .unknown }
    if let read = dumpFieldReader(named: name, of: value) { return .field(read) }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else { return .unknown }
    return mirror.children.enumerated().first { $0.element.label == name }.map { .child($0.offset) }
      ?? .unknown
  }
}
