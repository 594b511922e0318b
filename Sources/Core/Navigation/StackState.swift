/// The states of the features on a navigation stack above the root, with the top one last.
///
/// ```swift
/// struct State {
///   var path = StackState<Path.State>()
/// }
///
/// state.path.append(.detail(Detail.State(item: item)))
/// state.path[id: id, case: \.detail]?.title = "New"
/// state.path.pop(to: id)
/// ```
///
/// Each element has a ``StackElementID`` that it keeps until it leaves the stack, and that is never reused in the
/// stack. A reducer changes elements in place, and the effects of an element are cancelled when it leaves. See
/// ``Reducer/forEach(_:action:destination:fileID:filePath:line:column:)``.
///
/// Two stacks are equal if their ids and elements are. Outside of a store, ids are counted from 0 in each stack, so
/// that `stack == [.list, .detail]` holds for a stack filled in this order. Versions share their common parts, so
/// keeping an old one costs next to nothing.
public struct StackState<Element> {
  var entries = IdentifiedArray<StackElementID, Entry>()
  /// The lowest id that no element of this stack has had.
  var lowestFreeID = StackElementID(generation: 0)

  /// What `forEach` found after its latest run: an element that is gone since then was removed outside of it.
  private(set) var known: (ids: [StackElementID], lowestFreeID: StackElementID) = (
    [], StackElementID(generation: 0)
  )

  /// An element with its id.
  public struct Entry: Identifiable {
    /// The id of the element.
    public let id: StackElementID
    var element: Element
  }

  /// Creates an empty stack.
  public init() {}

  /// The ids of the elements, with the top one last.
  public var ids: IDs { entries.ids }

  /// The ids of the elements of a ``StackState``.
  public typealias IDs = IdentifiedArray<StackElementID, Entry>.IDs
}

extension StackState {
  /// Removes the element with an id, and all elements above it.
  ///
  /// Does nothing if there is no element with the id.
  ///
  /// - Complexity: O(*k* log `count`) in the number of elements removed.
  public mutating func pop(from id: StackElementID) {
    guard let position = entries.index(id: id) else { return }
    entries.removeSubrange(position...)
  }

  /// Removes all elements above the one with an id.
  ///
  /// Does nothing if there is no element with the id.
  ///
  /// - Complexity: O(*k* log `count`) in the number of elements removed.
  public mutating func pop(to id: StackElementID) {
    guard let position = entries.index(id: id) else { return }
    entries.removeSubrange((position + 1)...)
  }

  /// An id for a new element, from the current generator.
  mutating func makeID() -> StackElementID {
    var id = DependencyValues.current.stackElementID.next(atLeast: lowestFreeID)
    while entries.contains(id: id) { id = id.next }
    noteUsed(id)
    return id
  }

  /// Pushes an element with a given id, which must be free.
  mutating func push(_ element: Element, id: StackElementID) {
    entries.append(Entry(id: id, element: element))
    noteUsed(id)
  }

  /// Whether no element has been added or removed since the latest run of `forEach`.
  var isKnown: Bool { known.ids.count == entries.count && known.lowestFreeID == lowestFreeID }

  /// Notes what is on the stack.
  mutating func noteKnown() { known = (Array(ids), lowestFreeID) }

  mutating func noteUsed(_ id: StackElementID) {
    lowestFreeID = Swift.max(lowestFreeID, id.next)
  }
}

extension StackState.Entry: Sendable where Element: Sendable {}
extension StackState: Sendable where Element: Sendable {}
