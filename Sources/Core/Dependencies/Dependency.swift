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
    read = { $0[keyPath: keyPath] }
    captured = .current
  }

  /// Reads the dependency of a key.
  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    read = { $0[key] }
    captured = .current
  }

  /// The dependency as it is where it is used.
  ///
  /// - Complexity: O(1), or O(*k*) in the number of values that were set where the owner of this property was created.
  public var wrappedValue: Value {
    read(captured.merging(.current))
  }
}
