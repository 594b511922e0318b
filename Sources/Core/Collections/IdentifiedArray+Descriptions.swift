extension IdentifiedArray: CustomStringConvertible, CustomDebugStringConvertible {
  /// The elements as an array describes them.
  ///
  /// - Complexity: O(`count`)
  public var description: String {
    elements.description
  }

  /// The elements as an array describes them, with the name of the type.
  ///
  /// - Complexity: O(`count`)
  public var debugDescription: String {
    "IdentifiedArray<\(ID.self), \(Element.self)>(\(elements.debugDescription))"
  }
}

extension IdentifiedArray: CustomReflectable {
  /// A mirror with the elements, as a collection.
  ///
  /// - Complexity: O(1)
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}
