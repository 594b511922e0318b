/// An array of elements with distinct ids, which finds an element by its id as well as by its position, and
/// of which earlier versions cost next to nothing to keep.
///
/// ```swift
/// var todos: IdentifiedArrayOf<Todo> = []
/// todos.append(Todo(id: UUID(0), description: "Milk"))
/// todos[id: UUID(0)]?.isComplete = true
/// todos.remove(id: UUID(0))
/// ```
///
/// It has the behaviour of a Swift array: value semantics, positions from 0, iteration at an array's speed,
/// mutation in place when no other copy exists. But it is *persistent*: copies share whatever they have in
/// common, so that a change of one element in a list of 100,000 of which the old version is kept costs
/// some microseconds and about two kilobytes, not a copy of the list. ``steps(from:)`` finds what
/// distinguishes two versions without looking at what they share.
///
/// No two elements have one id. What would bring in a second one keeps the element that was there first:
/// ``append(_:)`` and ``insert(_:at:)`` say so in their results, ``append(contentsOf:)`` and ``init(_:)`` leave the second
/// one out, everything else reports an issue.
///
/// Up to 32 elements, of large ones up to 16, lie in one plain buffer, and an id is found by comparing. Beyond that they
/// lie in the leaves of a tree, and a persistent index leads from an id to the place in the tree.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var tree: OrderTree<Element>

  /// From the hash of each id to its element's label in the tree. Empty while the tree is one leaf.
  @usableFromInline var labelIndex: LabelIndex

  @usableFromInline let identity: ElementIdentity<ID, Element>

  @inlinable
  init(identity: ElementIdentity<ID, Element>) {
    tree = OrderTree()
    labelIndex = LabelIndex()
    self.identity = identity
  }
}

/// An ``IdentifiedArray`` of elements that have an id by themselves.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}
