import Core
@_spi(Reflection) import Swift

/// A tuple or structure that is known at run time only: its fields, and how to make a value of them.
package struct ProductType {
  package struct Field {
    /// The label of a tuple's element, or the name that the author gave to a stored property.
    package let label: String?
    package let type: Any.Type
    fileprivate let offset: Int

    package init(label: String? = nil, type: Any.Type, offset: Int = 0) {
      self.label = label
      self.type = type
      self.offset = offset
    }

    /// The registrar of observations, which no one writes.
    var isHidden: Bool { type == ObservationStateRegistrar.self }
  }

  package let type: Any.Type
  package let fields: [Field]

  /// - Returns: `nil` if the type is no tuple of several elements or of one with a label.
  package init?(tuple type: Any.Type) {
    guard case .tuple = RuntimeType(type), type != Void.self else { return nil }
    self.init(type) { name, _ in name.hasPrefix(".") ? nil : name }
  }

  /// - Returns: `nil` if the type is no structure, or one whose parts are not all known, as those of C are not.
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

  /// - Returns: `nil` also if a property's name starts with an underscore: what a type hides may not be anything. And
  ///   if one is `weak` or `unowned`: its memory does not hold what its type says.
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
    // The runtime tells nothing about it, but makes no key path for such a property.
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

  /// Whether the fields cover the memory of a value up to its end.
  private var isComplete: Bool {
    fields.map { $0.offset + Self.size(of: $0.type) }.max() ?? 0 == Self.size(of: type)
  }

  private static func size(of type: Any.Type) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  /// The fields that are written.
  package var visibleFields: [Field] { fields.filter { !$0.isHidden } }

  /// Makes a value.
  ///
  /// - Parameter values: One for each field, of its type.
  /// - Returns: `nil` if one is of another type.
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
  /// Goes on behind a property that can have no key path. The runtime's own constant for it is a variable, which Swift 6
  /// lets nobody read.
  static var passingOverUnknown: Self { Self(rawValue: 1 << 1) }
}

/// The storage of a wrapped property, which is written under the property's own name, as its value.
protocol PropertyStorage {}

extension PresentationState: PropertyStorage {}
extension Shared: PropertyStorage {}
extension SharedReader: PropertyStorage {}
