import Core

/// A type with members that expressions cannot find by themselves: computed properties of a type without
/// `@ObservableState`, or declared in an extension.
///
/// ```swift
/// extension Account: ExpressionMembers {
///   static var expressionMemberNames: [String] { ["isOverdrawn"] }
///   func expressionMember(_ name: String) -> Any? {
///     name == "isOverdrawn" ? isOverdrawn : nil
///   }
/// }
/// ```
///
/// They take precedence over stored properties of the same name.
public protocol ExpressionMembers {
  /// The names of the members, for completion and "did you mean".
  static var expressionMemberNames: [String] { get }
  /// The types of members by name, so that expressions are checked before there are values; by default none.
  static var expressionMemberTypes: [String: Any.Type] { get }
  /// The value of a member; called only for names in `expressionMemberNames`.
  func expressionMember(_ name: String) -> Any?
}

extension ExpressionMembers {
  public static var expressionMemberTypes: [String: Any.Type] { [:] }
}

/// A collection that looks up elements by something other than their position: a dictionary, an identified array, a
/// stack.
public protocol ExpressionLookup {
  /// The label of the index, as in `todos[id: x]`; `nil` for none, as in `scores["Blob"]`.
  static var expressionLookupLabel: String? { get }
  /// The element for a key.
  ///
  /// - Parameter key: Any value; it is converted where the expression's literals allow it, so that `UUID(0)` finds a
  ///   key of type `UUID`.
  /// - Returns: `.element(nil)` if there is no such element, `.wrongType` if the key cannot be converted.
  func expressionElement(for key: Any) -> ExpressionLookupResult
}

/// The result of looking up an element in a collection.
public enum ExpressionLookupResult {
  /// The element, or `nil` if there is none for the key.
  case element(Any?)
  /// The key cannot be converted to the given key type.
  case wrongType(expected: Any.Type)
}

/// A value that represents another one, such as the storage of a property wrapper.
public protocol ExpressionRepresentable {
  /// The value that expressions use instead.
  var expressionRepresentation: Any { get }
}

/// `todos[id: UUID(0)]` looks up an element as the array itself does.
extension IdentifiedArray: ExpressionLookup {
  public static var expressionLookupLabel: String? { "id" }

  /// - Complexity: O(log `count`) on average
  public func expressionElement(for key: Any) -> ExpressionLookupResult {
    ExpressionKey.element(for: key) { (id: ID) in self[id: id] }
  }
}

extension IdentifiedArray: ExpressionMembers {
  public static var expressionMemberNames: [String] { ["ids"] }
  public static var expressionMemberTypes: [String: Any.Type] { ["ids": IDs.self] }

  /// The member `ids`; `nil` for any other name.
  public func expressionMember(_ name: String) -> Any? {
    name == "ids" ? ids : nil
  }
}

/// `path[id: 0]` looks up a screen by the number that actions and diffs show.
extension StackState: ExpressionLookup {
  public static var expressionLookupLabel: String? { "id" }

  public func expressionElement(for key: Any) -> ExpressionLookupResult {
    ExpressionKey.element(for: key) { (number: Int) in self[id: StackElementID(generation: number)] }
  }
}

extension StackState: ExpressionMembers {
  public static var expressionMemberNames: [String] { ["ids"] }
  public static var expressionMemberTypes: [String: Any.Type] { ["ids": [Int].self] }

  /// The member `ids`, as numbers; `nil` for any other name.
  public func expressionMember(_ name: String) -> Any? {
    name == "ids" ? ids.map(\.generation) : nil
  }
}

/// The text of an alert or a button compares with a string.
extension TextState: ExpressionRepresentable {
  public var expressionRepresentation: Any { String(state: self) }
}
