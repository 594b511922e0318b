import Synchronization

/// What the objects that `withDependencies` returned were made with, as long as they live.
///
/// The objects are not kept alive. What dead ones were made with is dropped when as many have been added as were alive
/// the last time.
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

  // Unchecked: an object is only compared here, never used.
  private let entries = Mutex(UncheckedSendable(Entries()))

  /// What an object was made with; `nil` if it was not returned from `withDependencies`.
  ///
  /// - Complexity: O(1).
  subscript(model: AnyObject) -> DependencyValues? {
    let id = ObjectIdentifier(model)
    return entries.withLock { entries -> DependencyValues? in
      // The identifier of an object that is gone may have become that of another.
      guard let entry = entries.value.ofModels[id], entry.model != nil else { return nil }
      return entry.values
    }
  }

  /// Notes what an object was made with.
  ///
  /// - Complexity: O(1) amortized.
  func note(_ model: AnyObject, madeWith values: DependencyValues) {
    let entry = UncheckedSendable(Entry(model: model, values: values))
    let id = ObjectIdentifier(model)
    // Released after the lock, since that may run code of the program, which may make models again: what is dropped,
    // and the models that are looked at, of which these may be the last references.
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
  /// Runs an operation with these dependencies. If it returns an object, that one can pass them on.
  func whileModelsAreMade<R>(_ operation: () throws -> R) rethrows -> R {
    let result = try whileCurrent(operation)
    if R.self is AnyObject.Type { ModelDependencies.all.note(result as AnyObject, madeWith: self) }
    return result
  }

  /// Runs an asynchronous operation with these dependencies. If it returns an object, that one can pass them on.
  func whileModelsAreMade<R>(
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> R
  ) async rethrows -> R {
    let result = try await whileCurrent(operation)
    if R.self is AnyObject.Type { ModelDependencies.all.note(result as AnyObject, madeWith: self) }
    return result
  }
}
