/// An enum whose cases can be addressed like properties.
///
/// What a key path is to a struct's property, a case path is to an enum's case: a value that can both take the
/// payload out and put one in. A conforming type lists one ``AnyCasePath`` per case, named after it, in a type of
/// its own. The idea comes from optics ("prisms") in functional programming.
///
/// ```swift
/// enum Screen: CasePathable {
///   case list(List), detail(Detail)
///
///   struct AllCasePaths: Sendable {
///     var list: AnyCasePath<Screen, List> {
///       AnyCasePath(embed: { .list($0) }, extract: { if case .list(let list) = $0 { list } else { nil } })
///     }
///     // …
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
public protocol CasePathable {
  /// A type with one property of type ``AnyCasePath`` for each case.
  associatedtype AllCasePaths: Sendable

  /// The case paths of this enum.
  static var allCasePaths: AllCasePaths { get }
}

/// A key path into an enum's case, written `\.case` or, through several enums, `\.outer.inner`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

extension CasePathable {
  /// Whether this value is of the given case.
  public func `is`<Value>(_ path: CaseKeyPath<Self, Value>) -> Bool {
    self[case: path] != nil
  }

  /// The payload of the given case, or `nil` if this value is of another case.
  public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value? {
    AnyCasePath(path).extract(from: self)
  }
}
