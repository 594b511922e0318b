/// Reads a dependency: `@Dependency(\.uuid) var uuid`, or `@Dependency(APIClient.self) var apiClient`.
///
/// The value is that of the place where it is *used*, so a reducer sees what its store or an operator around it set;
/// values that were set where the property's owner was *created* fill in what the place of use leaves at its default.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let read: @Sendable (DependencyValues) -> Value
  let captured: DependencyValues

  /// Reads the dependency at a key path of ``DependencyValues``.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.init { $0[keyPath: keyPath] }
  }

  /// Reads the dependency of a key.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    self.init { $0[key] }
  }

  /// Reads the dependency at a key path as a value of another type, such as a protocol it conforms to:
  ///
  /// ```swift
  /// @Dependency(\.database, as: (any DatabaseReader).self) var database
  /// ```
  ///
  /// - Precondition: The dependency is of that type wherever the property is read.
  public init<Base>(
    _ keyPath: any KeyPath<DependencyValues, Base> & Sendable,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init { Self.cast($0[keyPath: keyPath], at: site) }
  }

  /// Reads the dependency of a key as a value of another type, such as a protocol it conforms to.
  ///
  /// - Precondition: The dependency is of that type wherever the property is read.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init { Self.cast($0[key], at: site) }
  }

  private init(read: @escaping @Sendable (DependencyValues) -> Value) {
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

  /// The dependency as it is where it is used.
  ///
  /// - Complexity: O(1), or O(*k*) in the number of values that were set where the owner of this property was created.
  public var wrappedValue: Value {
    let current = DependencyValues.current
    let values = captured.merging(current)
    // What the dependency is made of is read under the same values.
    return values.isIdentical(to: current) ? read(values) : values.whileCurrent { read(values) }
  }
}
