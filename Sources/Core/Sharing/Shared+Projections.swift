extension Shared {
  /// A part of the value as a shared value: `$user.name` refers to the name of the same user.
  public subscript<Member: Sendable>(
    dynamicMember path: WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> {
    Shared<Member>(
      reference: DerivedReference(reference) { root, _ in
        root[keyPath: path]
      } set: {
        $0[keyPath: path] = $1
      }
    )
  }

  /// A read-only part of the value.
  @_disfavoredOverload
  public subscript<Member: Sendable>(
    dynamicMember path: KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    read { $0[keyPath: path] }
  }

  /// The wrapped value of an optional, as a shared value; `nil` if the optional is currently `nil`.
  ///
  /// If the optional becomes `nil` later, this keeps its last value, and further writes change only that copy.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(reference: DerivedReference(unwrapping: base.reference, value))
  }
}

// A part of a collection can be removed later. It then keeps the value at its creation or last write.
extension Shared {
  /// The element of a shared collection with an id, as a shared value; `nil` if there is currently no such element.
  ///
  /// If the element is removed later, this keeps the value at its creation or last write, and further writes change
  /// only that.
  ///
  /// ```swift
  /// @Shared(.fileStorage(url)) var todos: IdentifiedArrayOf<Todo> = []
  /// if let todo = $todos[id: id] { … Detail.State(todo: todo) }
  /// ```
  public subscript<ID: Hashable & Sendable, Element: Sendable>(id id: ID) -> Shared<Element>?
  where Value == IdentifiedArray<ID, Element> {
    guard let element = wrappedValue[id: id] else { return nil }
    return Shared<Element>(
      reference: DerivedReference(reference, from: element) {
        $0[id: id]
      } set: {
        $0[id: id] = $1
      }
    )
  }

  /// The element currently at a position of a shared collection, as a shared value that follows the element when it
  /// moves.
  public subscript<ID: Hashable & Sendable, Element: Sendable>(position: Int) -> Shared<Element>
  where Value == IdentifiedArray<ID, Element> {
    self[id: wrappedValue.ids[position]]!
  }

  /// Whichever element is at a position of a shared collection, as a shared value.
  public subscript<Element: Sendable>(position: Value.Index) -> Shared<Element>
  where Value: RandomAccessCollection & MutableCollection, Value.Element == Element, Value.Index: Sendable {
    Shared<Element>(
      reference: DerivedReference(reference, from: wrappedValue[position]) {
        $0.element(at: position)
      } set: {
        $0[position] = $1
      }
    )
  }

  /// The value for a key of a shared dictionary, as a shared value.
  public subscript<Key: Hashable & Sendable, Element: Sendable>(key: Key) -> Shared<Element?>
  where Value == [Key: Element] {
    Shared<Element?>(
      reference: DerivedReference(reference) { root, _ in
        root[key]
      } set: {
        $0[key] = $1
      }
    )
  }
}

extension SharedReader {
  /// A part of the value: `$user.name`.
  public subscript<Member: Sendable>(
    dynamicMember path: KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    read { $0[keyPath: path] }
  }

  /// Reads the wrapped value of an optional; `nil` if the optional is currently `nil`. If it becomes `nil` later,
  /// this keeps its last value.
  public init?(_ base: SharedReader<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(reference: DerivedReference(unwrapping: base.reference, value))
  }

  /// The element of a shared collection with an id; `nil` if there is currently no such element. If it is removed
  /// later, this keeps the value at its creation.
  public subscript<ID: Hashable & Sendable, Element: Sendable>(id id: ID) -> SharedReader<Element>?
  where Value == IdentifiedArray<ID, Element> {
    Shared(reference: reference)[id: id].map { SharedReader<Element>($0) }
  }

  /// The element currently at a position of a shared collection, followed when it moves.
  public subscript<ID: Hashable & Sendable, Element: Sendable>(position: Int) -> SharedReader<Element>
  where Value == IdentifiedArray<ID, Element> {
    SharedReader<Element>(Shared(reference: reference)[position])
  }

  /// Whichever element is at a position of a shared collection.
  public subscript<Element: Sendable>(position: Value.Index) -> SharedReader<Element>
  where Value: RandomAccessCollection, Value.Element == Element, Value.Index: Sendable {
    SharedReader<Element>(
      reference: DerivedReference(reference, from: wrappedValue[position]) { $0.element(at: position) }
    )
  }

  /// The value for a key of a shared dictionary.
  public subscript<Key: Hashable & Sendable, Element: Sendable>(key: Key) -> SharedReader<Element?>
  where Value == [Key: Element] {
    read { $0[key] }
  }
}

extension RandomAccessCollection {
  fileprivate func element(at position: Index) -> Element? {
    position >= startIndex && position < endIndex ? self[position] : nil
  }
}

extension RangeReplaceableCollection {
  /// The elements of a shared collection, each as a shared value: `Array($todos)`.
  ///
  /// Each follows the element with its id.
  ///
  /// ```swift
  /// for todo in Array($todos) { todo.isComplete.withLock { $0 = true } }
  /// ```
  ///
  /// - Complexity: O(*n* · log *n*).
  public init<ID: Hashable & Sendable, Member: Sendable>(_ shared: Shared<IdentifiedArray<ID, Member>>)
  where Element == Shared<Member> {
    self.init(shared.wrappedValue.indices.map { shared[$0] })
  }

  /// The elements of a shared collection, each as a shared value: `Array($numbers)`.
  ///
  /// Each refers to a position.
  ///
  /// - Complexity: O(*n*).
  public init<Base: RandomAccessCollection & MutableCollection, Member: Sendable>(_ shared: Shared<Base>)
  where Element == Shared<Member>, Base.Element == Member, Base.Index: Sendable {
    self.init(shared.wrappedValue.indices.map { shared[$0] })
  }

  /// The elements of a read-only shared collection. Each follows the element with its id.
  ///
  /// - Complexity: O(*n* · log *n*).
  public init<ID: Hashable & Sendable, Member: Sendable>(_ reader: SharedReader<IdentifiedArray<ID, Member>>)
  where Element == SharedReader<Member> {
    self.init(reader.wrappedValue.indices.map { reader[$0] })
  }

  /// The elements of a read-only shared collection. Each refers to a position.
  ///
  /// - Complexity: O(*n*).
  public init<Base: RandomAccessCollection, Member: Sendable>(_ reader: SharedReader<Base>)
  where Element == SharedReader<Member>, Base.Element == Member, Base.Index: Sendable {
    self.init(reader.wrappedValue.indices.map { reader[$0] })
  }
}
