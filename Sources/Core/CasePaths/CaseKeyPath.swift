/// A key path into an enum's case, written `\.case` or, through several enums, `\.outer.inner`.
///
/// It can be called to make a value of its case: `(\Action.Cases.todos)(payload)`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A ``CaseKeyPath`` to a payload of any type.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension KeyPath {
  /// Makes a value of this case out of a payload.
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(payload)
  }

  /// Makes a value of this case, which has no payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension KeyPath {
  /// Makes a value of the case that a path with optional chaining leads to, out of a payload.
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload>? {
    AnyCasePath(self).embed(payload)
  }

  /// Makes a value of the case that a path with optional chaining leads to, which has no payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void>? {
    AnyCasePath(self).embed(())
  }
}

extension PartialKeyPath {
  /// Makes a value of this case out of a payload, where the payload's type is only known at run time.
  ///
  /// - Returns: `nil` if the case has a payload of another type.
  @_disfavoredOverload
  public func callAsFunction<Enum>(_ payload: Any) -> Enum? where Root == Case<Enum> {
    (Case<Enum>()[keyPath: self] as? any CaseEnd)?.root(with: payload) as? Enum
  }

  /// The path as a person writes it, `\.todos.element`.
  ///
  /// A key path of the standard library cannot say its own name where there is no reflection metadata for computed
  /// properties, as on Linux; the cases' names are known to the case paths themselves.
  public func caseName<Enum>() -> String where Root == Case<Enum> {
    let end = Case<Enum>()[keyPath: self] as? any CaseEnd
    return "\\" + (end.map { $0.names.map { ".\($0)" }.joined() } ?? ".self")
  }
}

/// Whether a value is of a case: `switch action { case \.todos: … }`.
public func ~= <Root: CasePathable, Value>(path: CaseKeyPath<Root, Value>, root: Root) -> Bool {
  root.is(path)
}

/// Whether a value is of a case that is only known at run time.
public func ~= <Root: CasePathable>(path: PartialCaseKeyPath<Root>, root: Root) -> Bool {
  root.is(path)
}
