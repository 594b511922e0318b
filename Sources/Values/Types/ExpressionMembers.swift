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

/// A value that represents another one, such as the storage of a property wrapper.
public protocol ExpressionRepresentable {
  /// The value that expressions use instead.
  var expressionRepresentation: Any { get }
}

extension IdentifiedArray: ExpressionMembers {
  public static var expressionMemberNames: [String] { ["ids"] }
  public static var expressionMemberTypes: [String: Any.Type] { ["ids": IDs.self] }

  /// The member `ids`; `nil` for any other name.
  public func expressionMember(_ name: String) -> Any? {
    name == "ids" ? ids : nil
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
