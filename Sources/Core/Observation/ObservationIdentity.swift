import Observation
import Synchronization

/// Where the observers of a value, and of its copies, are registered.
///
/// States are made and copied far more often than they are observed, so this holds two words until someone observes.
@usableFromInline
final class ObservationIdentity: Sendable {
  /// How many changes copies of the value have been through; none of them have a number in common.
  private let versions = Atomic<UInt64>(0)
  /// The address of the registrar, which this object owns; 0 until someone observes.
  private let registrar = Atomic<UInt>(0)

  @usableFromInline init() {}

  private final class Registrar: Sendable {
    let registrar = ObservationRegistrar()
    let told = Mutex(Line())
  }

  /// Versions that came out of one another, each told to the observers of the field that it changed.
  private struct Line {
    /// What the line began with.
    var root: UInt64 = 0
    /// The first version after it. Those between the two are of other copies.
    var first: UInt64 = 0
    var last: UInt64 = 0

    func leads(from old: UInt64, to new: UInt64) -> Bool {
      new == last && (old == root || (old >= first && old <= last))
    }
  }

  deinit {
    if let registrar = loadRegistrar() { Unmanaged.passUnretained(registrar).release() }
  }

  /// Whether a field has ever been read where someone could be observing.
  @usableFromInline var isObserved: Bool { registrar.load(ordering: .acquiring) != 0 }

  /// Whether the observers were told, field by field, of all that was changed between two versions.
  func toldChanges(from old: UInt64, to new: UInt64) -> Bool {
    guard let registrar = loadRegistrar() else { return true }
    return old == new || registrar.told.withLock { $0.leads(from: old, to: new) }
  }

  /// The number of a further change.
  @usableFromInline func nextVersion() -> UInt64 {
    versions.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Notes that a change from one version to another is told to the observers of the field.
  @usableFromInline func tell(from old: UInt64, to new: UInt64) {
    loadRegistrar()?.told.withLock { line in
      if line.last != old { (line.root, line.first) = (old, new) }
      line.last = new
    }
  }

  /// Registers whoever is observing for a field.
  func access<State: Observable, Value>(_ state: State, _ keyPath: KeyPath<State, Value>, version: UInt64) {
    let registrar = loadRegistrar() ?? makeRegistrar()
    registrar.told.withLock { line in
      if line.last != version { line = Line(root: version, first: version, last: version) }
    }
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
