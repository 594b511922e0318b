/// An enum whose cases can be addressed like properties.
///
/// What a key path is to a struct's property, a case path is to an enum's case: a value that can both take the
/// payload out and put one in. The ``CasePathable()`` macro lists one ``AnyCasePath`` a case, named after it:
///
/// ```swift
/// @CasePathable
/// enum Screen {
///   case list(List), detail(Detail)
/// }
///
/// screen.is(\.list)
/// screen[case: \.detail]?.title
/// screen.modify(\.list) { $0.removeAll() }
/// ```
///
/// The idea comes from optics ("prisms") in functional programming.
public protocol CasePathable {
  /// A type with one property of type ``AnyCasePath`` for each case.
  associatedtype AllCasePaths: Sendable

  /// The case paths of this enum.
  static var allCasePaths: AllCasePaths { get }
}

/// The case paths of an enum, when they can also tell which of them a value is of.
public protocol CasePathReflectable<Root>: Sendable {
  /// The enum.
  associatedtype Root: CasePathable

  /// The path of the case that `root` is of.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

/// The case paths of an enum, when they can be iterated in the order of declaration.
public typealias CasePathIterable<Root> = CasePathReflectable<Root> & Sequence<PartialCaseKeyPath<Root>>

extension CasePathable {
  /// Where paths into this enum start: `\Action.Cases.todos` is `\.todos` with its root spelt out.
  public typealias Cases = Case<Self>
}
