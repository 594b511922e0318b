import Observation
import Synchronization

/// Where the observers of a value, and of its copies, are registered.
///
/// States are made and copied far more often than they are observed, so this holds two words until someone observes.
@usableFromInline
final class ObservationIdentity: Sendable {
  /// How many changes copies of the value have been through; none of them have a number in common.
  private let versions = Atomic<UInt64>(0)
  /// The version that the observers read, or were told of, last.
  private let known = Atomic<UInt64>(0)
  /// The address of the registrar, which this object owns; 0 until someone observes.
  private let registrar = Atomic<UInt>(0)

  @usableFromInline init() {}

  private final class Registrar: Sendable {
    let registrar = ObservationRegistrar()
  }

  deinit {
    if let registrar = loadRegistrar() { Unmanaged.passUnretained(registrar).release() }
  }

  /// Whether a field has ever been read where someone could be observing.
  @usableFromInline var isObserved: Bool { registrar.load(ordering: .acquiring) != 0 }

  var knownVersion: UInt64 { known.load(ordering: .relaxed) }

  /// The number of a further change.
  @usableFromInline func nextVersion() -> UInt64 {
    versions.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Notes that the observers have been told of this version.
  @usableFromInline func markKnown(_ version: UInt64) {
    known.store(version, ordering: .relaxed)
  }

  /// Registers whoever is observing for a field.
  func access<State: Observable, Value>(_ state: State, _ keyPath: KeyPath<State, Value>, version: UInt64) {
    let registrar = loadRegistrar() ?? makeRegistrar()
    markKnown(version)
    registrar.registrar.access(state, keyPath: keyPath)
  }

  /// Tells the observers of a field.
  func tellObservers<State: Observable, Value>(of keyPath: KeyPath<State, Value>, in state: State) {
    guard let registrar = loadRegistrar()?.registrar else { return }
    registrar.willSet(state, keyPath: keyPath)
    registrar.didSet(state, keyPath: keyPath)
  }

  private func loadRegistrar() -> Registrar? {
    let address = registrar.load(ordering: .acquiring)
    return UnsafeRawPointer(bitPattern: address).map {
      Unmanaged<Registrar>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private func makeRegistrar() -> Registrar {
    let new = Unmanaged.passRetained(Registrar())
    let address = UInt(bitPattern: new.toOpaque())
    let (isStored, current) = registrar.compareExchange(
      expected: 0,
      desired: address,
      ordering: .acquiringAndReleasing
    )
    if isStored { return new.takeUnretainedValue() }
    // Another thread was first.
    new.release()
    return UnsafeRawPointer(bitPattern: current).map {
      Unmanaged<Registrar>.fromOpaque($0).takeUnretainedValue()
    }!
  }
}
