import Synchronization

/// The dependencies with which the objects returned by `withDependencies` were created, while they exist.
///
/// The objects are not retained. Entries of deallocated objects are removed whenever the number of entries has
/// doubled.
final class ModelDependencies: Sendable {
  static let all = ModelDependencies()

  private struct Entry {
    weak var model: AnyObject?
    let values: DependencyValues
  }

  private struct Entries {
    var ofModels: [ObjectIdentifier: Entry] = [:]
    var limit = 32
  }

  // Unchecked: the objects are only compared here, never used.
  private let entries = Mutex(UncheckedSendable(Entries()))

  /// The dependencies with which an object was created; `nil` if it was not returned by `withDependencies`.
  subscript(model: AnyObject) -> DependencyValues? {
    let id = ObjectIdentifier(model)
    return entries.withLock { entries -> DependencyValues? in
      // The identifier of a deallocated object may have been reused.
      guard let entry = entries.value.ofModels[id], entry.model != nil else { return nil }
      return entry.values
    }
  }

  /// Records the dependencies with which an object was created.
  ///
  /// An object with a ``Dependency`` property holds them itself, and releases them at its end.
  func note(_ model: AnyObject, madeWith values: DependencyValues) {
    if capturedDependencies(of: model) != nil { return }
    let entry = UncheckedSendable(Entry(model: model, values: values))
    let id = ObjectIdentifier(model)
    // Released after the lock, because deallocation may run user code that creates models: the removed values, and
    // the visited models, of which these may be the last references.
    let released = entries.withLock { entries in
      var dropped = [entries.value.ofModels.updateValue(entry.value, forKey: id)].compactMap(\.self)
      var models: [AnyObject] = []
      if entries.value.ofModels.count > entries.value.limit {
        for (id, entry) in entries.value.ofModels {
          if let model = entry.model {
            models.append(model)
          } else {
            dropped.append(entry)
            entries.value.ofModels[id] = nil
          }
        }
        entries.value.limit = max(32, 2 * entries.value.ofModels.count)
      }
      return UncheckedSendable((dropped, models))
    }
    withExtendedLifetime(released) {}
  }
}

extension DependencyValues {
  /// Runs an operation with these dependencies. If it returns an object, the object can pass them on.
  func whileModelsAreMade<R>(_ operation: () throws -> R) rethrows -> R {
    let result = try whileCurrent(operation)
    if R.self is AnyObject.Type { ModelDependencies.all.note(result as AnyObject, madeWith: self) }
    return result
  }

  /// Runs an asynchronous operation with these dependencies. If it returns an object, the object can pass them on.
  func whileModelsAreMade<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> R
  ) async rethrows -> R {
    let result = try await whileCurrent(operation)
    if R.self is AnyObject.Type { ModelDependencies.all.note(result as AnyObject, madeWith: self) }
    return result
  }
}
