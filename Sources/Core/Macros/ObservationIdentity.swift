import Observation
import Synchronization

/// Where the observers of a value, and of its copies, are registered.
///
/// States are made and copied far more often than they are observed, so this holds two words until someone observes.
final class ObservationIdentity: Sendable {
  /// How many changes copies of the value have been through; none of them have a number in common.
  private let versions = Atomic<UInt64>(0)
  /// The version that the observers read, or were told of, last.
  private let known = Atomic<UInt64>(0)
  private let registrar = AtomicLazyReference<Registrar>()

  private final class Registrar: Sendable {
    let registrar = ObservationRegistrar()
  }

  /// Whether a field has ever been read where someone could be observing.
  var isObserved: Bool { registrar.load() != nil }

  var knownVersion: UInt64 { known.load(ordering: .relaxed) }

  /// The number of a further change.
  func nextVersion() -> UInt64 {
    versions.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Notes that the observers have been told of this version.
  func markKnown(_ version: UInt64) {
    known.store(version, ordering: .relaxed)
  }

  /// Registers whoever is observing for a field.
  func access<State: Observable, Value>(_ state: State, _ keyPath: KeyPath<State, Value>, version: UInt64) {
    let registrar = self.registrar.load() ?? self.registrar.storeIfNil(Registrar())
    markKnown(version)
    registrar.registrar.access(state, keyPath: keyPath)
  }

  /// Tells the observers of a field.
  func tellObservers<State: Observable, Value>(of keyPath: KeyPath<State, Value>, in state: State) {
    guard let registrar = registrar.load()?.registrar else { return }
    registrar.willSet(state, keyPath: keyPath)
    registrar.didSet(state, keyPath: keyPath)
  }
}
