import Core
import HashTreeCollections

/// Converts the value of an expression to a key type, as Swift would for a literal.
enum ExpressionKey {
  /// - Returns: The key, or `nil` if the value cannot be converted.
  static func convert<Key>(_ value: Any, to type: Key.Type) -> Key? {
    if let key = value as? Key { return key }
    if Shape.of(value: value).literal != nil,
      let key: Key = try? ValueReader(parsing: SourceText(actionText(value))).read(type)
    {
      return key
    }
    return Shape.of(type).rawRepresentable.flatMap { represented(value, $0) as? Key }
  }

  static func represented<R: RawRepresentable>(_ value: Any, _ type: R.Type) -> R? {
    convert(value, to: R.RawValue.self).flatMap(R.init(rawValue:))
  }
}

/// A collection that looks up elements by something other than their position: a dictionary, an identified array, a
/// stack.
protocol KeyedElements<ElementKey> {
  associatedtype ElementKey
  /// The label of the index, as in `todos[id: x]`; `nil` for none, as in `scores["Blob"]`.
  static var keyLabel: String? { get }
  /// The element for a key; `nil` if there is none.
  func element(for key: ElementKey) -> Any?
}

extension KeyedElements {
  static var keyLabel: String? { "id" }
}

extension TreeDictionary: KeyedElements {
  static var keyLabel: String? { nil }

  func element(for key: Key) -> Any? { self[key] }
}

extension Dictionary: KeyedElements {
  static var keyLabel: String? { nil }

  func element(for key: Key) -> Any? { self[key] }
}

/// `todos[id: UUID(0)]` looks up an element as the array itself does.
extension IdentifiedArray: KeyedElements {
  func element(for id: ID) -> Any? { self[id: id] }
}

extension Array: KeyedElements where Element: Identifiable {
  /// - Complexity: O(*n*)
  func element(for id: Element.ID) -> Any? { first { $0.id == id } }
}

/// `path[id: 0]` looks up a screen by the number that actions and diffs show.
extension StackState: KeyedElements {
  func element(for number: Int) -> Any? { self[id: StackElementID(generation: number)] }
}
