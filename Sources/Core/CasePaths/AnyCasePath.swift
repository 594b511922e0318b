/// A case of an enum as a value: it puts a payload in and takes it out.
///
/// Looking a ``CaseKeyPath`` up costs some hundred nanoseconds, taking a payload out with the path found costs a
/// function call. What does this for every action looks the path up once and keeps it.
public struct AnyCasePath<Root, Value>: @unchecked Sendable {
  /// The case's name, if it is known.
  public let name: StaticString?

  @usableFromInline let embedValue: (Value) -> Root
  @usableFromInline let extractValue: (Root) -> Value?

  /// Creates a case path from its two directions.
  ///
  /// - Parameters:
  ///   - name: The case's name, for messages.
  ///   - embed: Makes a root of this case out of a payload.
  ///   - extract: The payload of a root, or `nil` if the root is of another case.
  @inlinable
  public init(
    _ name: StaticString? = nil,
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.init(generated: name, embed: embed, extract: extract)
  }

  /// Creates a case path from closures that capture nothing but types, or other case paths.
  ///
  /// For what ``CasePathable()`` generates: a `@Sendable` closure in a generic enum would warn of the types.
  @inlinable
  public init(
    generated name: StaticString?,
    embed: @escaping (Value) -> Root,
    extract: @escaping (Root) -> Value?
  ) {
    self.name = name
    self.embedValue = embed
    self.extractValue = extract
  }

  /// Creates a case path from a case key path.
  public init(_ path: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: path].path(from: Root.self)
  }

  /// Creates a case path from a case key path with optional chaining, `\.child?.saveButtonTapped`.
  public init(_ path: KeyPath<Case<Root>, Case<Value>?>) {
    guard let end = Case<Root>()[keyPath: path] else {
      preconditionFailure("A case key path leads to a case, whatever the value.")
    }
    self = end.path(from: Root.self)
  }

  /// Makes a root of this case out of a payload.
  @inlinable
  public func embed(_ value: Value) -> Root { embedValue(value) }

  /// The payload of `root`, or `nil` if it is of another case.
  @inlinable
  public func extract(from root: Root) -> Value? { extractValue(root) }

  /// Changes the payload in place, if `root` is of this case.
  ///
  /// While `body` runs the payload is held by nothing else, so that a collection in it is not copied.
  ///
  /// - Parameters:
  ///   - root: The value to change.
  ///   - body: Changes the payload.
  /// - Returns: What `body` returned, or `nil` if `root` is of another case.
  @inlinable
  public func modify<Result, Failure: Error>(
    _ root: inout Root,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard var value = extractValue(root) else { return nil }
    return try withUnsafeMutablePointer(to: &root) { pointer throws(Failure) -> Result in
      // Without this `root` would share the payload's storage, and the first change would copy it.
      pointer.deinitialize(count: 1)
      defer { pointer.initialize(to: embedValue(value)) }
      return try body(&value)
    }
  }

  /// The path that goes on from this one's payload.
  @inlinable
  public func appending<Member>(path next: AnyCasePath<Value, Member>) -> AnyCasePath<Root, Member> {
    AnyCasePath<Root, Member>(
      generated: next.name,
      embed: { [embedValue] in embedValue(next.embedValue($0)) },
      extract: { [extractValue] in
        guard let value = extractValue($0) else { return nil }
        return next.extractValue(value)
      }
    )
  }
}

extension AnyCasePath {
  /// The path to the actions of one of the elements that this one's actions are for.
  ///
  /// - Parameter id: The id of the element.
  func actions<ID: Equatable, Action>(of id: ID) -> AnyCasePath<Root, Action>
  where Value == (id: ID, action: Action) {
    AnyCasePath<Root, Action>(
      generated: name,
      embed: { embedValue((id, $0)) },
      extract: { root in
        guard let value = extractValue(root), value.id == id else { return nil }
        return value.action
      }
    )
  }
}

extension AnyCasePath where Value == Root {
  /// The path that leads nowhere: from a value to itself.
  @inlinable
  public init() {
    self.init(embed: { $0 }, extract: { $0 })
  }
}

extension AnyCasePath where Value == Void {
  /// Makes a root of this case, which has no payload.
  @inlinable
  public func embed() -> Root { embedValue(()) }
}
