import Core
@_spi(Reflection) import Swift

/// The fields of a tuple or structure that is known only at run time, and the construction of its values.
package struct ProductType {
  package struct Field {
    /// The label of a tuple element, or the source name of a stored property.
    package let label: String?
    package let type: Any.Type
    fileprivate let offset: Int

    package init(label: String? = nil, type: Any.Type, offset: Int = 0) {
      self.label = label
      self.type = type
      self.offset = offset
    }

    /// Whether it is the observation registrar, which is never written.
    package var isHidden: Bool { type == ObservationStateRegistrar.self }
  }

  package let type: Any.Type
  package let fields: [Field]

  /// - Returns: `nil` if the type is not a tuple of several elements or of one labelled element.
  package init?(tuple type: Any.Type) {
    guard case .tuple = RuntimeType(type), type != Void.self else { return nil }
    self.init(type) { name, _ in name.hasPrefix(".") ? nil : name }
  }

  /// - Returns: `nil` if the type is not a structure, or if some of its fields are unknown, as for C structures.
  package init?(structure type: Any.Type) {
    guard case .structure = RuntimeType(type) else { return nil }
    let isObserved = Self.hasRegistrar(type)
    self.init(type) { name, type in
      // Observation macros and property wrappers store a property `child` as `_child`.
      let isStorage = isObserved || type is any PropertyStorage.Type
      return isStorage && name.hasPrefix("_") ? String(name.dropFirst()) : name
    }
    guard isComplete else { return nil }
  }

  /// - Returns: `nil` also if a property's name starts with an underscore, since hidden properties may have invariants,
  ///   or if a property is `weak` or `unowned`, since its memory does not hold a value of its type.
  package init?(memberwise type: Any.Type) {
    self.init(structure: type)
    guard visibleFields.allSatisfy({ $0.label?.hasPrefix("_") == false }), !hasUnretainedReference else {
      return nil
    }
  }

  private var hasUnretainedReference: Bool {
    let mayBe = fields.filter { field in
      switch RuntimeType(field.type) {
      case .reference, .optional, .existential: true
      default: false
      }
    }
    if mayBe.isEmpty { return false }
    // The runtime does not report ownership, but makes no key path for such a property.
    var retained: Set<Int> = []
    func collect<Value>(_: Value.Type) {
      _forEachFieldWithKeyPath(of: Value.self, options: .passingOverUnknown) { _, path in
        if let offset = MemoryLayout<Value>.offset(of: path) { retained.insert(offset) }
        return true
      }
    }
    _openExistential(type, do: collect)
    return !mayBe.allSatisfy { retained.contains($0.offset) }
  }

  private init(_ type: Any.Type, label: (String, Any.Type) -> String?) {
    self.type = type
    var fields: [Field] = []
    func collect<Value>(_: Value.Type) {
      _forEachField(of: Value.self) { name, offset, type, _ in
        fields.append(Field(label: label(String(cString: name), type), type: type, offset: offset))
        return true
      }
    }
    _openExistential(type, do: collect)
    self.fields = fields
  }

  private static func hasRegistrar(_ type: Any.Type) -> Bool {
    var isFound = false
    func search<Value>(_: Value.Type) {
      _forEachField(of: Value.self) { _, _, type, _ in
        isFound = isFound || type == ObservationStateRegistrar.self
        return true
      }
    }
    _openExistential(type, do: search)
    return isFound
  }

  /// Whether the fields extend to the end of a value's memory.
  private var isComplete: Bool {
    fields.map { $0.offset + Self.size(of: $0.type) }.max() ?? 0 == Self.size(of: type)
  }

  private static func size(of type: Any.Type) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  /// The fields that are written in source.
  package var visibleFields: [Field] { fields.filter { !$0.isHidden } }

  /// The value of each field of a structure; `nil` if the structure has a mirror of its own.
  package func fieldValues(of value: Any) -> [Any]? {
    guard !(value is any CustomReflectable) else { return nil }
    let children = Mirror(reflecting: value).children
    return children.count == fields.count ? children.map(\.value) : nil
  }

  /// Constructs a value.
  ///
  /// - Parameter values: A value for each field, of the field's type.
  /// - Returns: `nil` if a value has another type.
  package func value(_ values: [Any]) -> Any? {
    guard values.count == fields.count else { return nil }
    var parts: [(UnsafeMutableRawPointer) -> Void] = []
    for (field, value) in zip(fields, values) {
      guard let part = initializer(of: field.type, with: value) else { return nil }
      parts.append { part($0 + field.offset) }
    }
    return madeInPlace(type) { memory in parts.forEach { $0(memory) } }
  }
}

extension _EachFieldOptions {
  /// Continues after a property without a key path. The runtime declares this constant as a variable, which Swift 6
  /// does not allow reading.
  static var passingOverUnknown: Self { Self(rawValue: 1 << 1) }
}

/// The storage of a wrapped property, which is written as its value, under the name of the property.
package protocol PropertyStorage {}

/// The storage of a shared property.
package protocol SharedPropertyStorage: PropertyStorage {}

extension PresentationState: PropertyStorage {}
extension Shared: SharedPropertyStorage {}
extension SharedReader: SharedPropertyStorage {}
