import HashTreeCollections
import Synchronization

/// Records writes to shared values in one session, in one test, or during one reducer run.
package final class SharedTracker: Sendable {
  private let record = Mutex(Record())

  fileprivate struct Record: Sendable {
    var entries: [UInt64: Entry] = [:]
    /// The boxes in order of appearance, so that output is ordered.
    var order: [UInt64] = []
    var versions: TreeDictionary<UInt64, SharedSnapshot.Version> = [:]
    /// The number of the last write ever made.
    var count: UInt64 = 0
    /// The number of the last write in `versions`.
    var last: UInt64 = 0
    /// The number of boxes at which released ones are dropped.
    var limit = 64
  }

  fileprivate struct Entry: Sendable {
    weak var box: (any AnySharedBox)?
    /// Retained as long as the record if it has a label, because past states may refer to it. They retain other boxes.
    let kept: (any AnySharedBox)?
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

  func box(of id: UInt64) -> (any AnySharedBox)? {
    record.withLock { $0.entries[id]?.box }
  }

  /// Records a value of a box.
  ///
  /// - Parameters:
  ///   - original: The value before it, if the box is not recorded yet.
  ///   - isCreatedHere: Whether the box was just created.
  func note<Value>(_ box: SharedBox<Value>, original: Value, isCreatedHere: Bool, _ value: Value) {
    let visited = record.withLock { record in
      defer { record.set(value, of: box.id) }
      return record.insert(box, original: original, isCreatedHere: isCreatedHere)
    }
    withExtendedLifetime(visited) {}
  }

  func didWriteElsewhere<Value>(_ box: SharedBox<Value>, new: Value) {
    let id = box.id
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
      if record.isAt(snapshot) { return [] }
      let restorations = record.restorations(of: snapshot)
      record.versions = snapshot.versions
      record.last = snapshot.last
      return restorations
    }
    // Outside of the lock, because observers are notified and may read.
    for restoration in restorations { restoration.perform() }
  }

  /// Restores the values of a snapshot that are missing from the current record.
  package func restoreMissing(from snapshot: SharedSnapshot) {
    let restorations = record.withLock { record in
      let missing = record.restorations(of: snapshot).filter { record.versions[$0.box.id] == nil }
      guard !missing.isEmpty else { return missing }
      record.count += 1
      record.last = record.count
      for restoration in missing {
        let id = restoration.box.id
        record.versions[id] = snapshot.versions[id]
      }
      return missing
    }
    for restoration in restorations { restoration.perform() }
  }

  /// The shared values that differ between two views, in order of appearance.
  ///
  /// - Parameter start: Values created after it are omitted, because the state that refers to them already shows
  ///   them.
  func changedBoxes(from old: SharedView, to new: SharedView, since start: SharedSnapshot)
    -> [any AnySharedBox]
  {
    var boxes = record.withLock { record in
      record.order.compactMap { id in
        guard let entry = record.entries[id], !entry.isCreatedHere || start.versions[id] != nil else {
          return nil as (any AnySharedBox)?
        }
        return entry.box
      }
    }
    // A view knows the boxes written in it, whenever they were created.
    let known = Set(boxes.map(\.id))
    boxes += [old, new].flatMap { view in
      view.writtenBoxes.filter { !known.contains($0.id) }
    }
    return boxes.filter { box in
      box.label != nil && !areEqual(box.anyValue(in: old), box.anyValue(in: new))
    }
  }
}

/// A value to restore.
private struct Restoration: Sendable {
  let box: any AnySharedBox
  let value: any Sendable

  func perform() { box.restore(any: value) }
}

extension SharedTracker.Record {
  /// Whether nothing was written since a snapshot, or all such writes have been reverted.
  fileprivate func isAt(_ snapshot: SharedSnapshot) -> Bool {
    last == snapshot.last && versions.count == snapshot.versions.count
  }

  fileprivate func restorations(of snapshot: SharedSnapshot) -> [Restoration] {
    order.compactMap { id in
      guard let entry = entries[id] else { return nil }
      let (old, new) = (versions[id], snapshot.versions[id])
      guard old?.number != new?.number, let box = entry.box else { return nil }
      // Nothing refers to a box that does not exist yet, so it keeps its value.
      if new == nil, entry.isCreatedHere { return nil }
      return Restoration(box: box, value: new?.value ?? entry.original)
    }
  }

  /// - Returns: The boxes that were visited, since these may be the last references to them.
  fileprivate mutating func insert(
    _ box: any AnySharedBox,
    original: any Sendable,
    isCreatedHere: Bool
  ) -> [any AnySharedBox] {
    guard entries[box.id] == nil else { return [] }
    var boxes: [any AnySharedBox] = []
    if order.count >= limit {
      boxes = order.compactMap { entries[$0]?.box }
      let gone = Set(order).subtracting(boxes.map(\.id))
      order.removeAll { gone.contains($0) }
      for id in gone { (entries[id], versions[id]) = (nil, nil) }
      limit = max(64, 2 * order.count)
    }
    entries[box.id] = SharedTracker.Entry(
      box: box,
      kept: box.label == nil ? nil : box,
      original: original,
      isCreatedHere: isCreatedHere
    )
    order.append(box.id)
    return boxes
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
