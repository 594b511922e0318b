extension StackState: Equatable where Element: Equatable {
  /// Whether two stacks have equal elements with the same ids in the same order.
  ///
  /// An element with another id is another screen, even if it is otherwise equal. To ignore ids, compare
  /// `Array(stack)`.
  ///
  /// - Complexity: O(`count`); O(1) for versions that share all storage.
  public static func == (left: Self, right: Self) -> Bool {
    left.entries.elementsEqual(toThoseOf: right.entries) { $0.id == $1.id && $0.element == $1.element }
  }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
    for element in self { hasher.combine(element) }
  }
}

extension StackState: IdentityComparable {
  public func isIdentical(to other: Self) -> Bool { entries.isIdentical(to: other.entries) }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements as an array, without their ids.
  public func encode(to encoder: any Encoder) throws {
    try Array(self).encode(to: encoder)
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes the elements from an array. They get new ids.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: CustomStringConvertible, CustomReflectable {
  /// The ids and elements, described as the keys and values of a dictionary: `[#0: …, #1: …]`.
  public var description: String {
    isEmpty ? "[:]" : "[" + zip(ids, self).map { "\($0): \($1)" }.joined(separator: ", ") + "]"
  }

  /// A mirror of the ids and elements as a dictionary.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(zip(ids, self)), displayStyle: .dictionary)
  }
}

extension ObservationStateRegistrar {
  /// Whether elements were inserted, removed or replaced. Changes within an element are observed separately.
  ///
  /// - Complexity: O(*n*) in the number of elements, while it is observed.
  public func isChange<Element: ObservableState>(
    from old: StackState<Element>,
    to new: StackState<Element>
  ) -> Bool {
    !identity.isObserved
      || !new.entries.elementsEqual(toThoseOf: old.entries) {
        $0.id == $1.id && $0.element._$id.continues($1.element._$id)
      }
  }
}
