import Core

// What evaluations ask of types.
extension TypeTrait {
  /// An optional, or a value that represents another.
  static let flattened = TypeTrait {
    Shape.of($0).wrapped != nil || $0 is any ExpressionRepresentable.Type || $0 == AnyHashable.self
  }
  /// A type whose values are elsewhere than their place, or may have another type.
  static let unsettled = TypeTrait { type in
    let kind = TypeKind(type)
    return kind == .existential || kind == .reference || Shape.of(type).has(.flattened)
  }
  static let number = TypeTrait {
    Shape.of($0).has(.integer) || $0 is any BinaryFloatingPoint.Type || $0 == Decimal.self
  }
  /// A string or character.
  static let text = TypeTrait { Shape.of($0).has(.string) || $0 == Character.self }
  package static let string = TypeTrait((any StringProtocol.Type).self)
  package static let collection = TypeTrait((any Collection.Type).self)
  static let unordered = TypeTrait((any UnorderedElements.Type).self)
  static let integers = TypeTrait((any RangeOfIntegers.Type).self)
  package static let integer = TypeTrait((any BinaryInteger.Type).self)
  /// An integer that may exceed `Int`.
  static let wide = TypeTrait { type in
    (type as? any FixedWidthInteger.Type).map { Int(exactly: $0.max) == nil } ?? true
  }
  package static let range = TypeTrait((any WrittenRange.Type).self)
}

// The conformances that compiled expressions use.
extension Shape {
  var hashable: (any Hashable.Type)? { type as? any Hashable.Type }

  var rawRepresentable: (any RawRepresentable.Type)? { type as? any RawRepresentable.Type }

  var lookup: (any KeyedElements.Type)? { type as? any KeyedElements.Type }

  /// The types of keys and of values.
  var pairs: (key: Shape, value: Shape)? {
    (type as? any UnorderedPairs.Type).map { (.of($0.memberTypes[0]), .of($0.memberTypes[1])) }
  }
}
