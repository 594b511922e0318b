import Observation
import Synchronization

/// Registers the observers of a value and of its copies.
///
/// States are created and copied far more often than they are observed, so this takes two words until the first
/// observer is registered.
@usableFromInline
final class ObservationIdentity: Sendable {
  /// The number of changes to all copies of the value, which provides a unique number for each change.
  private let versions = Atomic<UInt64>(0)
  /// Made when the first observer is registered.
  private let registrar = FirstObject()

  @usableFromInline init() {}

  private final class Registrar: Sendable {
    let registrar = ObservationRegistrar()
    let notified = Mutex(Line())
  }

  /// Versions derived from each other, where each change was reported to the observers of its field.
  private struct Line {
    /// The version before the first.
    var root: UInt64 = 0
    /// The first version after the root. Versions between the two belong to other copies.
    var first: UInt64 = 0
    var last: UInt64 = 0

    func leads(from old: UInt64, to new: UInt64) -> Bool {
      new == last && (old == root || (old >= first && old <= last))
    }
  }

  private var known: Registrar? { registrar.object.map { unsafeDowncast($0, to: Registrar.self) } }

  private func made() -> Registrar {
    unsafeDowncast(registrar.fill(with: Registrar()), to: Registrar.self)
  }

  /// Whether a field has ever been read while observers could be registered.
  @usableFromInline var isObserved: Bool { registrar.unretained != nil }

  /// Whether observers were notified, field by field, of all changes between two versions.
  func hasNotifiedOfChanges(from old: UInt64, to new: UInt64) -> Bool {
    guard let registrar = known else { return true }
    return old == new || registrar.notified.withLock { $0.leads(from: old, to: new) }
  }

  /// The number of a new change.
  @usableFromInline func nextVersion() -> UInt64 {
    versions.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Records that the change between two versions is reported to the observers of the field.
  @usableFromInline func noteNotification(from old: UInt64, to new: UInt64) {
    known?.notified.withLock { line in
      if line.last != old { (line.root, line.first) = (old, new) }
      line.last = new
    }
  }

  /// Registers the current observer for a field.
  func access<State: Observable, Value>(_ state: State, _ keyPath: KeyPath<State, Value>, version: UInt64) {
    let registrar = known ?? made()
    registrar.notified.withLock { line in
      if line.last != version { line = Line(root: version, first: version, last: version) }
    }
    registrar.registrar.access(state, keyPath: keyPath)
  }

  /// Notifies the observers of a field.
  func notifyObservers<State: Observable, Value>(of keyPath: KeyPath<State, Value>, in state: State) {
    guard let registrar = known?.registrar else { return }
    registrar.willSet(state, keyPath: keyPath)
    registrar.didSet(state, keyPath: keyPath)
  }
}
