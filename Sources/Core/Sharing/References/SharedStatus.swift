import Observation
import Synchronization

/// Whether a shared value is being loaded, and how its last load and save ended.
///
/// A session rewinds it like the value, because a reducer may read it.
final class SharedStatus: LockedBox<SharedStatusValue>, Observable, @unchecked Sendable {
  // Unchecked, as in the superclass.
  private let registrar = ObservationRegistrar()
  /// Whether the shared value is in use. What is loaded before that is its initial value, not a change.
  private let isInUse = Atomic(false)

  init() { super.init(SharedStatusValue()) }

  var isMade: Bool { isInUse.load(ordering: .acquiring) }

  func didMake() { isInUse.store(true, ordering: .releasing) }

  /// The status, registered with the current observer.
  var observed: SharedStatusValue {
    if !StateObservation._isSuspended { registrar.access(self, keyPath: \.observed) }
    return value()
  }

  /// Changes the status if that makes a difference.
  func set(_ change: (inout SharedStatusValue) -> Void) {
    let old = value()
    var new = old
    change(&new)
    if !new.isUneventful || !old.isUneventful { update(change) }
  }

  override func commit(_ value: SharedStatusValue, replacing old: SharedStatusValue, in view: SharedView?) {
    if isMade { super.commit(value, replacing: old, in: view) } else { replace(value) }
  }

  override func restore(_ value: SharedStatusValue) {
    super.restore(value)
    didChange()
  }

  override func didChange() { registrar.withMutation(of: self, keyPath: \.observed) {} }
}

/// The value of a ``SharedStatus``.
struct SharedStatusValue: Sendable {
  var isLoading = false
  var loadError: (any Error)?
  var saveError: (any Error)?

  /// Whether nothing is being loaded, and nothing failed.
  fileprivate var isUneventful: Bool { !isLoading && loadError == nil && saveError == nil }
}
