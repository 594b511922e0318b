/// A change of a state's property, as data: the property and its new value.
///
/// A single case with this payload replaces one case per property. Create it with
/// ``set(_:_:fileID:filePath:line:column:)`` and match it by key path:
///
/// ```swift
/// case .binding(\.isComplete):
///   …
/// ```
public struct BindingAction<Root>: @unchecked Sendable {
  // Unchecked: the key path and the value are required to be Sendable where an action is created.
  private let change: AnyPropertyChange<Root>

  private init(_ change: AnyPropertyChange<Root>) {
    self.change = change
  }

  /// The source location of the action, if known.
  var site: SourceSite? { change.site }

  /// The property.
  public var keyPath: PartialKeyPath<Root> { change.keyPath }

  /// The new value; `nil` for a toggled property, whose new value depends on the state.
  public var value: Any? { change.value }

  /// An action that sets a property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    set(
      keyPath,
      value,
      at: SourceSite(fileID, filePath, line, column)
    )
  }

  /// The same, for patterns, in which a call has no default arguments: `case .set(\.query, "")`.
  @_disfavoredOverload
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    set(keyPath, value, at: nil)
  }

  static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value,
    at site: SourceSite?
  ) -> Self {
    Self(PropertySetting(of: keyPath, to: value, at: site))
  }

  /// An action that toggles a property.
  public static func toggle(
    _ keyPath: any WritableKeyPath<Root, Bool> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      PropertyToggle(
        of: keyPath,
        at: SourceSite(fileID, filePath, line, column)
      )
    )
  }

  /// An action that sets a property of a type known only at run time, for parsers of actions.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  /// - Returns: `nil` if the property is not writable, has a different type than the value, or is not `Equatable`.
  package static func set(_ keyPath: PartialKeyPath<Root>, toAny value: Any) -> Self? {
    func make<Value: Equatable>(_: Value.Type) -> Self? {
      guard let path = keyPath as? WritableKeyPath<Root, Value>, let value = value as? Value else {
        return nil
      }
      return Self(PropertySetting(of: path, to: value, at: nil))
    }
    return (type(of: keyPath).valueType as? any Equatable.Type).flatMap { make($0) }
  }

  /// An action that toggles a property known only at run time.
  ///
  /// - Returns: `nil` if the property is not a writable `Bool`.
  package static func toggle(any keyPath: PartialKeyPath<Root>) -> Self? {
    (keyPath as? WritableKeyPath<Root, Bool>).map { Self(PropertyToggle(of: $0, at: nil)) }
  }

  /// Applies the change.
  func callAsFunction(_ state: inout Root) { change.make(in: &state) }

  /// Whether a binding action changes the property, for `case .binding(\.isComplete)`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    keyPath == action.keyPath
  }
}

/// A change of a property of any type of state.
package protocol PropertyChange {
  /// The property.
  var property: AnyKeyPath { get }
  /// Its new value; `nil` if it depends on the state.
  var value: Any? { get }
}

extension BindingAction: PropertyChange {
  package var property: AnyKeyPath { keyPath }
}

extension TypeTrait {
  /// Whether the values are changes of properties.
  package static let propertyChange = TypeTrait((any PropertyChange.Type).self)
}

extension BindingAction: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.change.hasValue(rhs.value)
  }
}

extension BindingAction: Hashable {
  // The value need not be hashable, so it is not hashed.
  public func hash(into hasher: inout Hasher) { hasher.combine(keyPath) }
}

extension BindingAction: CustomDumpReflectable, CustomStringConvertible {
  /// The action in source form: `.set(\.isComplete, true)`.
  public var customDumpMirror: Mirror {
    let (name, payload): (String, Any) = value.map { ("set", (keyPath, $0)) } ?? ("toggle", keyPath)
    return Mirror(self, children: [name: payload], displayStyle: .enum)
  }

  /// The same text on one line.
  public var description: String {
    let property = dumpText(of: keyPath)
    return value.map { ".set(\(property), \(String(reflecting: $0)))" } ?? ".toggle(\(property))"
  }
}

/// A change of a property of any type.
///
/// An object, because actions are copied at every step through the reducers.
private class AnyPropertyChange<Root> {
  let keyPath: PartialKeyPath<Root>
  let site: SourceSite?

  init(keyPath: PartialKeyPath<Root>, site: SourceSite?) {
    self.keyPath = keyPath
    self.site = site
  }

  var value: Any? { nil }

  func make(in _: inout Root) {}

  func hasValue(_ value: Any?) -> Bool { value == nil }
}

private final class PropertySetting<Root, Value: Equatable>: AnyPropertyChange<Root> {
  private let path: WritableKeyPath<Root, Value>
  private let newValue: Value

  init(of path: WritableKeyPath<Root, Value>, to value: Value, at site: SourceSite?) {
    self.path = path
    newValue = value
    super.init(keyPath: path, site: site)
  }

  override var value: Any? { newValue }

  override func make(in state: inout Root) {
    if let set = fieldAccess(path)?.set { set(&state, newValue) } else { state[keyPath: path] = newValue }
  }

  override func hasValue(_ value: Any?) -> Bool { value as? Value == newValue }
}

private final class PropertyToggle<Root>: AnyPropertyChange<Root> {
  private let path: WritableKeyPath<Root, Bool>

  init(of path: WritableKeyPath<Root, Bool>, at site: SourceSite?) {
    self.path = path
    super.init(keyPath: path, site: site)
  }

  override func make(in state: inout Root) { state[keyPath: path].toggle() }
}

/// Case paths lead to the changes of a property: `store.send(\.binding.query, "milk")` sends `.binding(.set(\.query,
/// "milk"))`, and `action.is(\.binding.query)` is `true` if an action sets the query.
extension BindingAction: CasePathable {
  /// The case paths of a binding action: one per property.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path to the changes of a property, whose payload is the new value.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(
        generated: nil,
        embed: { .set(keyPath, $0, at: nil) },
        extract: { $0.keyPath == keyPath ? $0.value as? Value : nil }
      )
    }
  }

  /// The paths to the properties of the state.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
