/// Reads a dependency: `@Dependency(\.uuid) var uuid`, or `@Dependency(APIClient.self) var apiClient`.
///
/// The value is read where the property is *used*, so a reducer sees what its store or an enclosing operator has set.
/// Values set where the property's owner was *created* apply where the place of use has only defaults.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let read: @Sendable (DependencyValues) -> Value
  /// Where the property is declared, in a box so that reading it is cheap.
  private let site: TypedBox<SourceSite>
  private let captured: DependencyValues

  /// Reads the dependency for a key path of ``DependencyValues``.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(at: SourceSite(fileID, filePath, line, column)) { $0[keyPath: keyPath] }
  }

  /// Reads the dependency for a key.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(at: SourceSite(fileID, filePath, line, column)) { $0[key] }
  }

  /// Reads the dependency for a key path as another type, such as a protocol it conforms to:
  ///
  /// ```swift
  /// @Dependency(\.database, as: (any DatabaseReader).self) var database
  /// ```
  ///
  /// - Precondition: The dependency has that type wherever the property is read.
  public init<Base>(
    _ keyPath: any KeyPath<DependencyValues, Base> & Sendable,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    self.init(at: site) { Self.cast($0[keyPath: keyPath], at: site) }
  }

  /// Reads the dependency for a key as another type, such as a protocol it conforms to.
  ///
  /// - Precondition: The dependency has that type wherever the property is read.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    self.init(at: site) { Self.cast($0[key], at: site) }
  }

  private init(at site: SourceSite, read: @escaping @Sendable (DependencyValues) -> Value) {
    self.site = TypedBox(site)
    self.read = read
    captured = .current
  }

  private static func cast<Base>(_ dependency: Base, at site: SourceSite) -> Value {
    guard let value = dependency as? Value else {
      preconditionFailure(
        "The dependency read at \(site) is a \"\(type(of: dependency as Any))\", not a \"\(Value.self)\"."
      )
    }
    return value
  }

  /// The dependency at the place of use.
  ///
  /// - Complexity: O(1), or O(*k*) in the number of values set where the owner of this property was created.
  public var wrappedValue: Value {
    let current = DependencyValues.current
    let values = captured.merging(current)
    let own = values.read(by: site)
    // A computed dependency reads its own dependencies from the same values.
    return values.isIdentical(to: current) ? read(own) : values.whileCurrent { read(own) }
  }
}

extension Dependency: DependencyDeclaration {
  var owned: DependencyValues? { captured }

  func read(by _: inout DeclaredDependencies) { _ = wrappedValue }
}
