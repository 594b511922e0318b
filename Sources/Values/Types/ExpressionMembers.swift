import Core

/// A type that tells expressions about members that reflection cannot find: computed properties, mostly.
///
/// ```swift
/// extension Todos.State: ExpressionMembers {
///   static var expressionMemberNames: [String] { ["filteredTodos"] }
///   func expressionMember(_ name: String) -> Any? {
///     name == "filteredTodos" ? filteredTodos : nil
///   }
/// }
/// ```
///
/// These come before stored properties of the same name.
public protocol ExpressionMembers {
  /// The names that `expressionMember` knows, for completion and for "did you mean".
  static var expressionMemberNames: [String] { get }
  /// The value of a member; it is asked only for those in `expressionMemberNames`.
  func expressionMember(_ name: String) -> Any?
}

/// A collection that finds elements by something other than their position: a dictionary, an identified
/// array.
public protocol ExpressionLookup {
  /// The label of the index, as in `todos[id: x]`; `nil` for none, as in `scores["Blob"]`.
  static var expressionLookupLabel: String? { get }
  /// The element under a key.
  ///
  /// - Parameter key: any value; it is converted where the expression's literals allow it, so that a key of
  ///   type `UUID` is found by `UUID(0)`.
  /// - Returns: `.element(nil)` when there is none, `.wrongType` for a key that none could have.
  func expressionElement(for key: Any) -> ExpressionLookupResult
}

/// What looking an element up in a collection has come to.
public enum ExpressionLookupResult {
  /// The element, or `nil` if the key is free.
  case element(Any?)
  /// The key has not the type of the collection's keys, which is named.
  case wrongType(expected: Any.Type)
}

/// A value that stands for another one, as the storage of a property wrapper does.
public protocol ExpressionRepresentable {
  /// What expressions see instead.
  var expressionRepresentation: Any { get }
}

/// `todos[id: UUID(0)]` finds an element as the array itself does.
extension IdentifiedArray: ExpressionLookup {
  public static var expressionLookupLabel: String? { "id" }

  /// - Complexity: O(log `count`) on average
  public func expressionElement(for key: Any) -> ExpressionLookupResult {
    guard let id = ExpressionKey.convert(key, to: ID.self) else { return .wrongType(expected: ID.self) }
    return .element(self[id: id].map { $0 as Any })
  }
}

extension IdentifiedArray: ExpressionMembers {
  public static var expressionMemberNames: [String] { ["ids"] }

  /// The member `ids`; `nil` for any other name.
  public func expressionMember(_ name: String) -> Any? {
    name == "ids" ? ids : nil
  }
}
