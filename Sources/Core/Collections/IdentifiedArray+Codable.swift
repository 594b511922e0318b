extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  ///
  /// - Complexity: O(`count`)
  @inlinable
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
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
