import HashTreeCollections

/// An array of elements with distinct ids that finds elements by id as well as by position, and whose earlier
/// versions cost next to nothing to keep.
///
/// ```swift
/// var todos: IdentifiedArrayOf<Todo> = []
/// todos.append(Todo(id: UUID(0), description: "Milk"))
/// todos[id: UUID(0)]?.isComplete = true
/// todos.remove(id: UUID(0))
/// ```
///
/// It behaves like a Swift array: value semantics, positions from 0, mutation in place when uniquely referenced, iteration at
/// no more than about twice the cost. But it is *persistent*: copies share their common parts, so that changing one
/// element in a list of 100,000 while keeping the old version costs a few microseconds and about two kilobytes, not a
/// copy of the list. ``steps(from:)`` finds the differences between two versions without comparing what they share.
///
/// No two elements have the same id. When a duplicate would be added, the element that is already present is kept:
/// ``append(_:)`` and ``insert(_:at:)->(_,_)`` return that outcome, ``append(contentsOf:)`` and ``init(_:)`` omit the
/// duplicate, and all other methods report an issue.
///
/// The elements are in the leaves of a tree in their order, where each has a label; a hash tree has the label of each id.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var tree = OrderTree<Element>()

  /// The label of each id's element in the tree.
  @usableFromInline var labels: TreeDictionary<ID, UInt64> = [:]

  /// Reads the id of an element, without copying the element.
  @usableFromInline let identity: Identity

  @usableFromInline typealias Identity = (UnsafePointer<Element>) -> ID

  @inlinable
  init(identity: @escaping Identity) {
    self.identity = identity
  }

  @inlinable
  package func id(of element: Element) -> ID { withUnsafePointer(to: element, identity) }
}

/// An ``IdentifiedArray`` of `Identifiable` elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}
