extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether two arrays have equal elements in the same order.
  ///
  /// - Complexity: O(1) for versions that share all storage; O(*n* · log `count`) for versions of which *n* elements
  ///   were changed in place; at most O(`count`)
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.tree.elementsEqual(right.tree, known: .current, by: ==)
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Feeds the number of elements and each of them to a hasher.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes the elements from an array.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if two elements have the same id, and whatever decoding an element
  ///   throws.
  /// - Complexity: O(*n*) on average
  @inlinable
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init()
    while !container.isAtEnd {
      let index = container.currentIndex
      let element = try container.decode(Element.self)
      guard append(element).inserted else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "The element at \(index) has the id \"\(element.id)\" of an earlier element."
        )
      }
    }
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomDebugStringConvertible {
  /// The elements, described like those of an array.
  ///
  /// - Complexity: O(`count`)
  public var description: String {
    elements.description
  }

  /// The elements, described like those of an array, with the name of the type.
  ///
  /// - Complexity: O(`count`)
  public var debugDescription: String {
    "IdentifiedArray<\(ID.self), \(Element.self)>(\(elements.debugDescription))"
  }
}

extension IdentifiedArray: CustomReflectable {
  /// A mirror of the elements as a collection.
  ///
  /// - Complexity: O(1)
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}
