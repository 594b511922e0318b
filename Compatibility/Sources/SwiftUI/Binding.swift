/// Reads and writes a value that another object owns.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Creates a binding from a pair of functions.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// A binding whose value cannot be changed.
  public static func constant(_ value: Value) -> Self {
    Self(get: { value }, set: { _ in })
  }

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, to pass on.
  public var projectedValue: Self { self }

  /// A binding for a part of the value.
  public subscript<Part>(dynamicMember keyPath: WritableKeyPath<Value, Part>) -> Binding<Part> {
    Binding<Part>(get: { wrappedValue[keyPath: keyPath] }, set: { wrappedValue[keyPath: keyPath] = $0 })
  }

  /// Returns this binding: nothing is drawn.
  public func animation(_ animation: Animation? = .default) -> Self { self }

  /// Makes a binding for the value of an optional, unless it is `nil`.
  public init?(_ base: Binding<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(get: { base.wrappedValue ?? value }, set: { base.wrappedValue = $0 })
  }
}
