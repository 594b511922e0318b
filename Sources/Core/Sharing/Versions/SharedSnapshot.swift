import HashTreeCollections
import Synchronization

/// The shared values at one point of a record. Keeping one is cheap, because snapshots share what did not change.
package struct SharedSnapshot: Sendable {
  /// A value, and the number of the write that produced it.
  struct Version: Sendable {
    let number: UInt64
    let value: any Sendable
  }

  package let tracker: SharedTracker
  /// The values of the cells created or written before this point.
  var versions: TreeDictionary<UInt64, Version> = [:]
  /// The number of the last write; `.max` if this does not correspond to a single point of the record.
  package var last: UInt64 = 0

  func value(of id: UInt64) -> (any Sendable)? {
    versions[id]?.value ?? tracker.original(of: id)
  }

  /// Whether all shared values are equal in two snapshots of the same record.
  package func isSame(as other: Self) -> Bool {
    if last == other.last, last != .max { return true }
    return Set(versions.keys).union(other.versions.keys).allSatisfy { id in
      if versions[id]?.number == other.versions[id]?.number, versions[id]?.number != .max { return true }
      let cell = tracker.cell(of: id)
      guard let value = value(of: id), let otherValue = other.value(of: id) else {
        // Nothing refers to a recorded cell that is gone. Cells written in a view need not be recorded.
        return cell == nil && versions[id]?.number != .max && other.versions[id]?.number != .max
      }
      return cell?.isSame(value, as: otherValue) ?? areEqual(value, otherValue)
    }
  }
}

/// Past shared values, or those that a test expects. Writes through a view stay within it.
package final class SharedView: Sendable {
  private let content: Mutex<Content>

  private struct Content {
    var snapshot: SharedSnapshot
    /// The cells written in this view.
    var cells: [UInt64: any AnySharedCell] = [:]
    /// The cells created in this view.
    var createdCells: Set<UInt64> = []
    /// The cells that `withLock` is currently changing in this view.
    var changing: Set<UInt64> = []
  }

  package init(_ snapshot: SharedSnapshot) {
    content = Mutex(Content(snapshot: snapshot))
  }

  var snapshot: SharedSnapshot { content.withLock { $0.snapshot } }

  /// The cells written but not created in this view.
  var writtenCells: [any AnySharedCell] {
    content.withLock { content in
      content.cells.filter { !content.createdCells.contains($0.key) }.map(\.value)
    }
  }

  func didMake(_ cell: any AnySharedCell) {
    content.withLock { _ = $0.createdCells.insert(cell.id) }
  }

  /// The value of a cell in this view; `nil` if it is the same as globally.
  func value<Value>(of cell: SharedCell<Value>) -> Value? {
    // Unwrapped first, because casting a missing value to an optional type would succeed and give `nil`.
    guard let value = snapshot.value(of: cell.id) else { return nil }
    return value as? Value
  }

  /// Marks a cell as being changed.
  ///
  /// - Returns: Whether it was not already marked.
  func beginChange(of cell: any AnySharedCell) -> Bool {
    content.withLock { $0.changing.insert(cell.id).inserted }
  }

  func endChange(of cell: any AnySharedCell) {
    content.withLock { _ = $0.changing.remove(cell.id) }
  }

  func set<Value>(_ value: Value, of cell: SharedCell<Value>) {
    let id = cell.id
    content.withLock { content in
      content.cells[id] = cell
      content.snapshot.last = .max
      content.snapshot.versions[id] = SharedSnapshot.Version(number: .max, value: value)
    }
  }
}
