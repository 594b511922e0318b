extension Optional: CasePathable {
  /// The case paths of an optional. The cases of the wrapped value are reached without naming `some`: `\.child.save`.
  @dynamicMemberLookup
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    /// The path to `nil`.
    public var none: AnyCasePath<Optional, Void> {
      AnyCasePath(generated: "none", embed: { _ in nil }, extract: { $0 == nil ? () : nil })
    }

    /// The path to the wrapped value.
    public var some: AnyCasePath<Optional, Wrapped> {
      AnyCasePath(generated: "some", embed: { $0 }, extract: { $0 })
    }

    /// The path to the wrapped value, which adds no step to a path's name.
    var wrapped: AnyCasePath<Optional, Wrapped> {
      AnyCasePath(generated: nil, embed: { $0 }, extract: { $0 })
    }

    /// The path to a case of the wrapped value.
    public subscript<Member>(
      dynamicMember path: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Member>>
    ) -> AnyCasePath<Optional, Member> where Wrapped: CasePathable {
      let path = Wrapped.allCasePaths[keyPath: path]
      return AnyCasePath(
        generated: path.name,
        embed: { path.embed($0) },
        extract: { $0.flatMap(path.extractValue) }
      )
    }

    /// The path to a case of the wrapped value, where a path to an optional payload is expected. The payload of `nil`
    /// is `nil`.
    @_disfavoredOverload
    public subscript<Member>(
      dynamicMember path: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Member>>
    ) -> AnyCasePath<Optional, Member?> where Wrapped: CasePathable {
      let path = Wrapped.allCasePaths[keyPath: path]
      return AnyCasePath(
        generated: path.name,
        embed: { $0.map(path.embedValue) },
        extract: { root in
          guard let root else { return .some(nil) }
          return path.extractValue(root).map { .some($0) }
        }
      )
    }

    /// The path to the case of a value.
    public subscript(root: Optional) -> PartialCaseKeyPath<Optional> {
      root == nil ? \.none : \.some
    }

    /// Iterates over the paths in case order.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Optional>> {
      let paths: [PartialCaseKeyPath<Optional>] = [\.none, \.some]
      return paths.makeIterator()
    }
  }

  /// The paths to the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
