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
