/// A case of an enum as a value: it puts a payload in and takes it out.
public struct AnyCasePath<Root, Value>: Sendable {
  private let embedValue: @Sendable (Value) -> Root
  private let extractValue: @Sendable (Root) -> Value?

  /// Creates a case path from its two directions.
  ///
  /// - Parameters:
  ///   - embed: Makes a root of this case out of a payload.
  ///   - extract: The payload of a root, or `nil` if the root is of another case.
  public init(
    embed: @escaping @Sendable (Value) -> Root,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embedValue = embed
    self.extractValue = extract
  }

  /// Creates a case path from a case key path.
  public init(_ path: CaseKeyPath<Root, Value>) {
    let element = Case<Root>()[keyPath: path]
    self.init(
      // The chain starts at `Root`, so what it embeds is a `Root`.
      embed: { element.embed($0) as! Root },
      extract: { element.extract(from: $0) }
    )
  }

  /// Makes a root of this case out of a payload.
  public func embed(_ value: Value) -> Root { embedValue(value) }

  /// The payload of `root`, or `nil` if it is of another case.
  public func extract(from root: Root) -> Value? { extractValue(root) }
}
