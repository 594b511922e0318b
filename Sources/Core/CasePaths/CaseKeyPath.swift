/// A key path to an enum's case, written `\.case` or, through several enums, `\.outer.inner`.
///
/// Call it to create a value of its case: `(\Action.Cases.todos)(payload)`.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A ``CaseKeyPath`` to a payload of any type.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension KeyPath {
  /// Creates a value of this case with a payload.
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(payload)
  }

  /// Creates a value of this case, which has no payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension KeyPath {
  /// Creates a value of the case at the end of a path with optional chaining, with a payload.
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload>? {
    AnyCasePath(self).embed(payload)
  }

  /// Creates a value of the case at the end of a path with optional chaining, which has no payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void>? {
    AnyCasePath(self).embed(())
  }
}

extension PartialKeyPath {
  /// Creates a value of this case with a payload whose type is known only at run time.
  ///
  /// - Returns: `nil` if the case's payload has another type.
  @_disfavoredOverload
  public func callAsFunction<Enum>(_ payload: Any) -> Enum? where Root == Case<Enum> {
    end()?.root(with: payload) as? Enum
  }

  /// The path in source form, `\.todos.element`.
  ///
  /// On platforms without reflection metadata for computed properties, such as Linux, a key path of the standard
  /// library cannot name its components. Case paths know the names of their cases.
  public func caseName<Enum>() -> String where Root == Case<Enum> {
    "\\" + (end().map { $0.names.map { ".\($0)" }.joined() } ?? ".self")
  }

  /// The end of the path.
  func end<Enum>() -> (any CaseEnd)? where Root == Case<Enum> {
    Case<Enum>()[keyPath: self] as? any CaseEnd
  }
}

/// Whether a value is in a case: `switch action { case \.todos: … }`.
public func ~= <Root: CasePathable, Value>(path: CaseKeyPath<Root, Value>, root: Root) -> Bool {
  root.is(path)
}

/// Whether a value is in a case known only at run time.
public func ~= <Root: CasePathable>(path: PartialCaseKeyPath<Root>, root: Root) -> Bool {
  root.is(path)
}
