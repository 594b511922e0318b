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
/// It behaves like a Swift array: value semantics, positions from 0, iteration at the speed of an array, mutation in
/// place when uniquely referenced. But it is *persistent*: copies share their common parts, so that changing one
/// element in a list of 100,000 while keeping the old version costs a few microseconds and about two kilobytes, not a
/// copy of the list. ``steps(from:)`` finds the differences between two versions without comparing what they share.
///
/// No two elements have the same id. When a duplicate would be added, the element that is already present is kept:
/// ``append(_:)`` and ``insert(_:at:)->(_,_)`` return that outcome, ``append(contentsOf:)`` and ``init(_:)`` omit the
/// duplicate, and all other methods report an issue.
///
/// Up to 32 elements, or 16 large ones, are stored in a plain buffer, and ids are found by linear search. Larger
/// arrays are stored in the leaves of a tree, and a persistent index maps ids to their places in the tree.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var tree: OrderTree<Element>

  /// Maps the hash of each id to its element's label in the tree. Empty while the tree is a single leaf.
  @usableFromInline var labelIndex: LabelIndex

  @usableFromInline let identity: ElementIdentity<ID, Element>

  @inlinable
  init(identity: ElementIdentity<ID, Element>) {
    tree = OrderTree()
    labelIndex = LabelIndex()
    self.identity = identity
  }
}

/// An ``IdentifiedArray`` of `Identifiable` elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}
