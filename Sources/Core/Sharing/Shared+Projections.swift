extension Shared {
  /// A part of the value, shared in its turn: `$user.name` refers to the name of the same user.
  public subscript<Member: Sendable>(
    dynamicMember path: WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> {
    Shared<Member>(
      reference: DerivedReference(reference) {
        $0[keyPath: path]
      } set: {
        $0[keyPath: path] = $1
      }
    )
  }

  /// A part of the value that can only be read.
  @_disfavoredOverload
  public subscript<Member: Sendable>(
    dynamicMember path: KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader<Value>(reference: reference)[dynamicMember: path]
  }

  /// What an optional value holds, shared in its turn; `nil` if it holds nothing now.
  ///
  /// Should it become `nil` later, this shows what it held when this was made or last written to, and what is written
  /// here is lost.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.reference.observedValue else { return nil }
    let last = LastValue(value)
    self.init(
      reference: DerivedReference(base.reference) {
        last.orLast($0)
      } set: { optional, value in
        guard optional != nil else { return }
        optional = value
        last.remember(value)
      }
    )
  }

  /// The element of a shared collection with an id, shared in its turn; `nil` if there is none now.
  ///
  /// Should it be removed later, this shows what it was when this was made or last written to, and what is written here
  /// is lost.
  ///
  /// ```swift
  /// @Shared(.fileStorage(url)) var todos: IdentifiedArrayOf<Todo> = []
  /// if let todo = $todos[id: id] { … Detail.State(todo: todo) }
  /// ```
  public subscript<ID: Hashable & Sendable, Element: Sendable>(id id: ID) -> Shared<Element>?
  where Value == IdentifiedArray<ID, Element> {
    guard let element = reference.observedValue[id: id] else { return nil }
    let last = LastValue(element)
    return Shared<Element>(
      reference: DerivedReference(reference) {
        last.orLast($0[id: id])
      } set: { elements, element in
        guard elements[id: id] != nil else { return }
        elements[id: id] = element
        last.remember(element)
      }
    )
  }

  /// The elements of a shared collection, in its order, each shared in its turn.
  ///
  /// - Complexity: O(*n*).
  public func elements<ID: Hashable & Sendable, Element: Sendable>() -> [Shared<Element>]
  where Value == IdentifiedArray<ID, Element> {
    reference.observedValue.ids.compactMap { self[id: $0] }
  }

  /// The element of a shared array at an index, shared in its turn.
  public subscript<Element: Sendable>(index: Int) -> Shared<Element> where Value == [Element] {
    let last = LastValue(reference.observedValue[index])
    return Shared<Element>(
      reference: DerivedReference(reference) {
        last.orLast($0.indices.contains(index) ? $0[index] : nil)
      } set: { elements, element in
        guard elements.indices.contains(index) else { return }
        elements[index] = element
        last.remember(element)
      }
    )
  }

  /// The value of a key of a shared dictionary, shared in its turn.
  public subscript<Key: Hashable & Sendable, Element: Sendable>(key: Key) -> Shared<Element?>
  where Value == [Key: Element] {
    Shared<Element?>(
      reference: DerivedReference(reference) {
        $0[key]
      } set: {
        $0[key] = $1
      }
    )
  }
}

/// What something that may go away was when it was last there for sure: when it was asked for, or written to.
///
/// It is a shared value itself, so that a session rewinds it.
final class LastValue<Value: Sendable>: Sendable {
  private let box: SharedBox<Value>

  init(_ value: Value) {
    box = SharedBox(value)
    box.noteMade()
  }

  func orLast(_ value: Value?) -> Value { value ?? box.value() }

  func remember(_ value: Value) { box.set(value) }
}
