import Core

// What evaluations ask of types.
extension TypeTrait {
  /// An optional, or a value that represents another.
  static let flattened = TypeTrait {
    $0 is any OptionalType.Type || $0 is any ExpressionRepresentable.Type || $0 == AnyHashable.self
  }
  /// A type whose values are not where they are read, or may have another type.
  static let unsettled = TypeTrait { type in
    let kind = TypeKind(type)
    return kind == .existential || kind == .reference || Shape.of(type).has(.flattened)
  }
  static let number = TypeTrait {
    $0 is any BinaryInteger.Type || $0 is any BinaryFloatingPoint.Type || $0 == Decimal.self
  }
  /// A string or character.
  static let text = TypeTrait { $0 is any StringProtocol.Type || $0 == Character.self }
  static let string = TypeTrait { $0 is any StringProtocol.Type }
  static let collection = TypeTrait { $0 is any Collection.Type }
  static let unordered = TypeTrait { $0 is any UnorderedElements.Type }
  static let integers = TypeTrait { $0 is any RangeOfIntegers.Type }
  /// Looks up elements by something other than their position.
  static let lookup = TypeTrait { $0 is any ExpressionLookup.Type }
  static let integer = TypeTrait { $0 is any BinaryInteger.Type }
  /// It can report where two of its versions differ.
  static let regions = TypeTrait { $0 is any RegionDiffable.Type }
}
