import HashTreeCollections
import Synchronization

/// Records writes to shared values in one session, in one test, or during one reducer run.
package final class SharedTracker: Sendable {
  private let record = Mutex(Record())

  fileprivate struct Record: Sendable {
    var entries: [UInt64: Entry] = [:]
    /// The cells in order of appearance, so that output is ordered.
    var order: [UInt64] = []
    var versions: TreeDictionary<UInt64, SharedSnapshot.Version> = [:]
    /// The number of the last write ever made.
    var count: UInt64 = 0
    /// The number of the last write in `versions`.
    var last: UInt64 = 0
    /// The number of cells at which released ones are dropped.
    var limit = 64
  }

  fileprivate struct Entry: Sendable {
    weak var cell: (any AnySharedCell)?
    /// Retained as long as the record if it has a label, because past states may refer to it. They retain other cells.
    let kept: (any AnySharedCell)?
    /// The value before the first write.
    let original: any Sendable
    /// Whether it was created within the recorded scope.
    let isCreatedHere: Bool
  }

  /// Called when code outside of the recorded scope writes a value that was written within it.
  private let didWriteElsewhere: @Sendable (SharedSnapshot.Change) -> Void

  package init(didWriteElsewhere: @escaping @Sendable (SharedSnapshot.Change) -> Void = { _ in }) {
    self.didWriteElsewhere = didWriteElsewhere
  }

  /// The current values.
  package var snapshot: SharedSnapshot {
    record.withLock { SharedSnapshot(tracker: self, versions: $0.versions, last: $0.last) }
  }

  /// Whether no shared value was created or written.
  package var isUnused: Bool { record.withLock { $0.entries.isEmpty } }

  /// The values before the recording began.
  var originals: SharedSnapshot { SharedSnapshot(tracker: self) }

  func original(of id: UInt64) -> (any Sendable)? {
    record.withLock { $0.entries[id]?.original }
  }

  func cell(of id: UInt64) -> (any AnySharedCell)? {
    record.withLock { $0.entries[id]?.cell }
  }

  /// Records a value of a cell.
  ///
  /// - Parameters:
  ///   - original: The value before it, if the cell is not recorded yet.
  ///   - isCreatedHere: Whether the cell was just created.
  func note<Value>(_ cell: SharedCell<Value>, original: Value, isCreatedHere: Bool, _ value: Value) {
    let visited = record.withLock { record in
      defer { record.set(value, of: cell.id) }
      return record.insert(cell, original: original, isCreatedHere: isCreatedHere)
    }
    withExtendedLifetime(visited) {}
  }

  func didWriteElsewhere<Value>(_ cell: SharedCell<Value>, new: Value) {
    let id = cell.id
    let change = record.withLock { record in
      record.set(new, of: id)
      return record.versions[id].map { SharedSnapshot.Change(id: id, version: $0) }
    }
    if let change { didWriteElsewhere(change) }
  }
}

extension SharedTracker {
  /// Restores all values.
  package func restore(_ snapshot: SharedSnapshot) {
    let restorations = record.withLock { record -> [Restoration] in
      // Nothing was written since the snapshot, or all such writes have been reverted.
      if record.last == snapshot.last, record.versions.count == snapshot.versions.count { return [] }
      let restorations = record.restorations(of: snapshot)
      record.versions = snapshot.versions
      record.last = snapshot.last
      return restorations
    }
    // Outside of the lock, because observers are notified and may read.
    for (cell, value) in restorations { cell.restore(any: value) }
  }

  /// Restores the values of a snapshot that are missing from the current record.
  package func restoreMissing(from snapshot: SharedSnapshot) {
    let restorations = record.withLock { record in
      let missing = record.restorations(of: snapshot).filter { record.versions[$0.cell.id] == nil }
      guard !missing.isEmpty else { return missing }
      record.count += 1
      record.last = record.count
      for restoration in missing {
        let id = restoration.cell.id
        record.versions[id] = snapshot.versions[id]
      }
      return missing
    }
    for (cell, value) in restorations { cell.restore(any: value) }
  }

  /// The shared values that differ between two views, in order of appearance.
  ///
  /// - Parameter start: Values created after it are omitted, because the state that refers to them already shows
  ///   them.
  func changedCells(from old: SharedView, to new: SharedView, since start: SharedSnapshot)
    -> [any AnySharedCell]
  {
    var cells = record.withLock { record in
      record.order.compactMap { id in
        guard let entry = record.entries[id], !entry.isCreatedHere || start.versions[id] != nil else {
          return nil as (any AnySharedCell)?
        }
        return entry.cell
      }
    }
    // A view knows the cells written in it, whenever they were created.
    let known = Set(cells.map(\.id))
    cells += [old, new].flatMap { view in
      view.writtenCells.filter { !known.contains($0.id) }
    }
    return cells.filter { cell in
      cell.label != nil && !areEqual(cell.anyValue(in: old), cell.anyValue(in: new))
    }
  }
}

/// A value to restore.
private typealias Restoration = (cell: any AnySharedCell, value: any Sendable)

extension SharedTracker.Record {
  fileprivate func restorations(of snapshot: SharedSnapshot) -> [Restoration] {
    order.compactMap { id in
      guard let entry = entries[id] else { return nil }
      let (old, new) = (versions[id], snapshot.versions[id])
      guard old?.number != new?.number, let cell = entry.cell else { return nil }
      // Nothing refers to a cell that does not exist yet, so it keeps its value.
      if new == nil, entry.isCreatedHere { return nil }
      return (cell, new?.value ?? entry.original)
    }
  }

  /// - Returns: The cells that were visited, since these may be the last references to them.
  fileprivate mutating func insert(
    _ cell: any AnySharedCell,
    original: any Sendable,
    isCreatedHere: Bool
  ) -> [any AnySharedCell] {
    guard entries[cell.id] == nil else { return [] }
    var cells: [any AnySharedCell] = []
    if order.count >= limit {
      cells = order.compactMap { entries[$0]?.cell }
      let gone = Set(order).subtracting(cells.map(\.id))
      order.removeAll { gone.contains($0) }
      for id in gone { (entries[id], versions[id]) = (nil, nil) }
      limit = max(64, 2 * order.count)
    }
    entries[cell.id] = SharedTracker.Entry(
      cell: cell,
      kept: cell.label == nil ? nil : cell,
      original: original,
      isCreatedHere: isCreatedHere
    )
    order.append(cell.id)
    return cells
  }

  fileprivate mutating func set(_ value: any Sendable, of id: UInt64) {
    count += 1
    last = count
    versions[id] = SharedSnapshot.Version(number: count, value: value)
  }
}

extension SharedSnapshot {
  /// A value written outside of the recorded scope.
  package struct Change: Sendable {
    let id: UInt64
    let version: Version
  }

  mutating func apply(_ change: Change) {
    versions[change.id] = change.version
    last = .max
  }
}
