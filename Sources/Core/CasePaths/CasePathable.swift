/// An enum whose cases can be addressed like properties.
///
/// A case path is to an enum's case what a key path is to a struct's property: a value that can both extract the
/// payload and embed one. The ``CasePathable()`` macro generates one ``AnyCasePath`` per case, with the same name:
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

/// The case paths of an enum that can also determine the case of a value.
public protocol CasePathReflectable<Root>: Sendable {
  /// The enum.
  associatedtype Root: CasePathable

  /// The path of the case of `root`.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

/// The case paths of an enum that can be iterated in the order of declaration.
public typealias CasePathIterable<Root> = CasePathReflectable<Root> & Sequence<PartialCaseKeyPath<Root>>

extension CasePathable {
  /// The root of paths into this enum: `\Action.Cases.todos` is `\.todos` with an explicit root.
  public typealias Cases = Case<Self>
}

extension Never: CasePathable {
  /// No case paths, because there are no cases.
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    public subscript(_: Never) -> PartialCaseKeyPath<Never> {}

    /// Iterates over the paths in case order.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Never>> {
      EmptyCollection<PartialCaseKeyPath<Never>>().makeIterator()
    }
  }

  /// The paths to the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
