/// An end of a ``CaseKeyPath``, which turns key path syntax into a chain of case paths.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  let link: CaseLink<Value>
}

extension Case {
  /// The start of a path: the value itself.
  public init() {
    self.init(link: StartLink<Value>(name: nil, previous: nil, path: AnyCasePath()))
  }

  /// The path that continues into a case of `Value`.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> Case<Member> where Value: CasePathable {
    Case<Member>(link: link.appending(Value.allCasePaths[keyPath: keyPath]))
  }

  /// The path that continues into an optional payload of `Value`, for optional chaining: `\.child?.saveButtonTapped`.
  ///
  /// Never `nil`: a path leads to a case, whatever the case of a value.
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member?>>
  ) -> Case<Member>? where Value: CasePathable {
    self[dynamicMember: keyPath] as Case<Member>
  }

  /// The path to the wrapped value of an optional payload of `Value`, where the context expects such a path:
  /// `let name: CaseKeyPath<Action, String> = \.renamed`, for `case renamed(String?)`.
  @_disfavoredOverload
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member?>>
  ) -> Case<Member> where Value: CasePathable {
    let link: CaseLink<Member?> = link.appending(Value.allCasePaths[keyPath: keyPath])
    return Case<Member>(link: link.appending(Optional<Member>.allCasePaths.wrapped))
  }

  /// The case path from the root to here.
  func path<Root>(from _: Root.Type) -> AnyCasePath<Root, Value> {
    guard let link = link as? RootedLink<Root, Value> else {
      preconditionFailure("A case key path into \(Root.self) has to start with a case of it.")
    }
    return link.path
  }
}

/// An end of a case key path whose types are unknown.
protocol CaseEnd {
  /// The names of the cases on the path, starting at the root.
  var names: [String] { get }

  /// The payload of a value of the root's type, if it is in the case.
  func payload(of root: Any) -> Any?

  /// A value of the root's type with a payload; `nil` if the payload does not have the case's type.
  func root(with payload: Any) -> Any?
}

extension Case: CaseEnd {
  var names: [String] { link.names }
  func payload(of root: Any) -> Any? { link.payload(of: root) }
  func root(with payload: Any) -> Any? { link.root(with: payload) }
}

/// A step of a case key path; its own type does not include that of the root.
///
/// `Case` cannot name the root: `\.a.b` has the type `KeyPath<Case<Root>, Case<Value>>`. With this class, the typed
/// path is built once, step by step, instead of passing each payload through `Any`.
class CaseLink<Value>: @unchecked Sendable {
  private let name: StaticString?
  private let previous: (any AnyObject & CaseEnd)?

  fileprivate init(name: StaticString?, previous: (any AnyObject & CaseEnd)?) {
    self.name = name
    self.previous = previous
  }

  fileprivate func appending<Member>(_: AnyCasePath<Value, Member>) -> CaseLink<Member> {
    preconditionFailure("A link knows its root.")
  }

  func payload(of _: Any) -> Any? { nil }
  func root(with _: Any) -> Any? { nil }
}

extension CaseLink: CaseEnd {
  var names: [String] { (previous?.names ?? []) + (name.map { ["\($0)"] } ?? []) }
}

/// A step of a case key path, with the path from its root.
private class RootedLink<Root, Value>: CaseLink<Value>, @unchecked Sendable {
  let path: AnyCasePath<Root, Value>

  init(name: StaticString?, previous: (any AnyObject & CaseEnd)?, path: AnyCasePath<Root, Value>) {
    self.path = path
    super.init(name: name, previous: previous)
  }

  override func appending<Member>(_ next: AnyCasePath<Value, Member>) -> CaseLink<Member> {
    RootedLink<Root, Member>(name: next.name, previous: self, path: path.appending(path: next))
  }

  override func payload(of root: Any) -> Any? {
    guard let root = root as? Root, let payload = path.extract(from: root) else { return nil }
    return payload as Any
  }

  override func root(with payload: Any) -> Any? {
    (payload as? Value).map { path.embed($0) }
  }
}

/// The start of a case key path, which prepends nothing to the next step.
private final class StartLink<Root>: RootedLink<Root, Root>, @unchecked Sendable {
  override func appending<Member>(_ next: AnyCasePath<Root, Member>) -> CaseLink<Member> {
    RootedLink<Root, Member>(name: next.name, previous: nil, path: next)
  }
}
