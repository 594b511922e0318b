import HashTreeCollections
import Synchronization

/// The shared values at one point of a record. Keeping one costs nothing: it shares what did not change with the others.
struct SharedSnapshot: Sendable {
  /// A value, and which of all the writes put it there.
  struct Version: Sendable {
    let number: UInt64
    let value: any Sendable
  }

  let tracker: SharedTracker
  /// The values of the boxes that were made or written to before this point.
  var versions: TreeDictionary<ObjectIdentifier, Version> = [:]
  /// The number of the last write; `.max` if this is not what was recorded at any one point.
  var last: UInt64 = 0

  func value(of id: ObjectIdentifier) -> (any Sendable)? {
    versions[id]?.value ?? tracker.original(of: id)
  }

  /// Whether all shared values are equal in both, which must be of one record.
  func isSame(as other: Self) -> Bool {
    if last == other.last, last != .max { return true }
    return Set(versions.keys).union(other.versions.keys).allSatisfy { id in
      if versions[id]?.number == other.versions[id]?.number, versions[id]?.number != .max { return true }
      guard let value = value(of: id), let otherValue = other.value(of: id) else { return false }
      return tracker.box(of: id)?.isSame(value, as: otherValue) ?? Sameness.isSame(value, otherValue)
    }
  }
}

/// Shared values as they were, or as a test expects them to be. What is written through a view stays in it.
final class SharedView: Sendable {
  private let content: Mutex<Content>

  private struct Content {
    var snapshot: SharedSnapshot
    /// The boxes that were written to in this view.
    var boxes: [ObjectIdentifier: any AnySharedBox] = [:]
    /// The boxes that were made in this view, kept so that their identities are not reused.
    var createdBoxes: [ObjectIdentifier: any AnySharedBox] = [:]
    /// The boxes that `withLock` is changing in this view.
    var changing: Set<ObjectIdentifier> = []
  }

  init(_ snapshot: SharedSnapshot) {
    content = Mutex(Content(snapshot: snapshot))
  }

  var snapshot: SharedSnapshot { content.withLock { $0.snapshot } }

  /// The boxes that were written to in this view, other than those that were made in it.
  var writtenBoxes: [any AnySharedBox] {
    content.withLock { content in
      content.boxes.filter { content.createdBoxes[$0.key] == nil }.map(\.value)
    }
  }

  func didMake(_ box: any AnySharedBox) {
    content.withLock { $0.createdBoxes[ObjectIdentifier(box)] = box }
  }

  /// The value of a box in this view; `nil` if it is what it is for all.
  func value<Value>(of box: SharedBox<Value>) -> Value? {
    snapshot.value(of: ObjectIdentifier(box)) as? Value
  }

  /// Marks a box as being changed.
  ///
  /// - Returns: Whether it was not marked already.
  func beginChange(of box: any AnySharedBox) -> Bool {
    content.withLock { $0.changing.insert(ObjectIdentifier(box)).inserted }
  }

  func endChange(of box: any AnySharedBox) {
    content.withLock { _ = $0.changing.remove(ObjectIdentifier(box)) }
  }

  func set<Value>(_ value: Value, of box: SharedBox<Value>) {
    let id = ObjectIdentifier(box)
    content.withLock { content in
      content.boxes[id] = box
      content.snapshot.last = .max
      content.snapshot.versions[id] = SharedSnapshot.Version(number: .max, value: value)
    }
  }
}
