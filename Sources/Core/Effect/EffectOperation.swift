/// The structure of an effect, independent of its action type.
enum EffectOperation: Sendable {
  // One word per case: an operation is passed from child to parent many times.
  case none
  indirect case send(ErasedAction, Animation?)
  case run(EffectRun)
  case merge([EffectOperation])
  case concatenate([EffectOperation])
  indirect case cancellable(EffectOperation, id: CancelID, cancelInFlight: Bool)
  indirect case cancel(CancelID)
  indirect case scoped(EffectOperation, ChildIdentity, dismissal: ErasedAction?)
  indirect case cancelScope(ChildIdentity)
  indirect case throttle(EffectOperation, id: CancelID, pause: EffectOperation, latest: Bool)
  indirect case mapped(EffectOperation, ActionTransform)
}

/// Asynchronous work and its location in the source.
final class EffectRun: Sendable {
  let name: String?
  let priority: TaskPriority?
  let site: SourceSite
  /// What it is if it only delays another effect, as in a debounce.
  let pause: Pause?
  let dependencies: DependencyValues
  private let operation: Operation
  private let handler: Handler

  struct Pause {
    let duration: Duration
    /// The clock to sleep on, if it needs no task.
    let clock: VirtualClock<Duration>?
  }

  typealias Operation = nonisolated(nonsending) @Sendable (RunningEffect) async throws -> Void
  typealias Handler = nonisolated(nonsending) @Sendable (any Error, RunningEffect) async -> Void

  init(
    name: String?,
    priority: TaskPriority?,
    site: SourceSite,
    pause: Pause?,
    dependencies: DependencyValues = .current,
    operation: @escaping Operation,
    catch handler: @escaping Handler
  ) {
    self.name = name
    self.priority = priority
    self.site = site
    self.pause = pause
    self.dependencies = dependencies
    self.operation = operation
    self.handler = handler
  }

  nonisolated(nonsending) func perform(in effect: RunningEffect) async {
    do {
      try await operation(effect)
    } catch is CancellationError {
    } catch {
      // Whatever cancelled work throws is its way to end, such as the error of a request that was cut off.
      if !Task.isCancelled { await handler(error, effect) }
    }
  }

  /// Returns the same work with code around it.
  func wrapped(by body: @escaping EffectWrapper) -> EffectRun {
    EffectRun(
      name: name,
      priority: priority,
      site: site,
      pause: pause,
      dependencies: dependencies,
      operation: { [operation] effect in try await body { try await operation(effect) } },
      catch: handler
    )
  }
}

/// Code around the work of an effect.
typealias EffectWrapper = @Sendable (_ work: @escaping @Sendable () async throws -> Void) async throws -> Void

extension EffectOperation {
  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Operations that run concurrently.
  static func merging(_ operations: [EffectOperation]) -> EffectOperation {
    joined(operations, as: EffectOperation.merge) { if case .merge(let parts) = $0 { parts } else { nil } }
  }

  /// Operations that run one after the other.
  static func concatenating(_ operations: [EffectOperation]) -> EffectOperation {
    joined(operations, as: EffectOperation.concatenate) {
      if case .concatenate(let parts) = $0 { parts } else { nil }
    }
  }

  private static func joined(
    _ operations: [EffectOperation],
    as whole: ([EffectOperation]) -> EffectOperation,
    parts: (EffectOperation) -> [EffectOperation]?
  ) -> EffectOperation {
    var all: [EffectOperation] = []
    for operation in operations where !operation.isNone {
      if let inner = parts(operation) { all += inner } else { all.append(operation) }
    }
    return all.count > 1 ? whole(all) : all.first ?? .none
  }

  /// This operation with code around each piece of work in it; `nil` if it has no work.
  func wrapped(by body: @escaping EffectWrapper) -> EffectOperation? {
    if case .run(let run) = self { return run.pause != nil ? nil : .run(run.wrapped(by: body)) }
    return replacingParts { $0.wrapped(by: body) }
  }

  /// This operation without what runs under an id; `nil` if nothing does.
  func without(_ id: CancelID) -> EffectOperation? {
    switch self {
    case .cancellable(_, id: id, cancelInFlight: _), .throttle(_, id: id, pause: _, latest: _):
      EffectOperation.none
    default: replacingParts { $0.without(id) }
    }
  }

  /// This operation with its parts replaced, where a closure returns a replacement; `nil` if it returns none.
  private func replacingParts(_ replace: (EffectOperation) -> EffectOperation?) -> EffectOperation? {
    switch self {
    case .none, .send, .run, .cancel, .cancelScope: nil
    case .merge(let parts): Self.replacing(parts, replace).map(Self.merging)
    case .concatenate(let parts): Self.replacing(parts, replace).map(Self.concatenating)
    case .cancellable(let inner, let id, let cancelInFlight):
      replace(inner).map { .cancellable($0, id: id, cancelInFlight: cancelInFlight) }
    case .scoped(let inner, let child, let dismissal):
      replace(inner).map { .scoped($0, child, dismissal: dismissal) }
    case .throttle(let inner, let id, let pause, let latest):
      replace(inner).map { .throttle($0, id: id, pause: pause, latest: latest) }
    case .mapped(let inner, let transform): replace(inner).map { .mapped($0, transform) }
    }
  }

  /// These operations, replaced where a closure returns a replacement; `nil` if it returns none.
  static func replacing(
    _ operations: [EffectOperation],
    _ replace: (EffectOperation) -> EffectOperation?
  ) -> [EffectOperation]? {
    let rest = operations.map(replace)
    return rest.contains { $0 != nil } ? zip(rest, operations).map { $0 ?? $1 } : nil
  }

  /// Returns this operation with its actions transformed as they are sent.
  func mapped(_ transform: ActionTransform) -> EffectOperation {
    switch self {
    case .none, .cancel: return self
    case .send(let action, let animation):
      let (action, animation) = transform.apply(action, animation)
      return .send(action, animation)
    case .run, .merge, .concatenate, .cancellable, .scoped, .cancelScope, .throttle, .mapped:
      return .mapped(self, transform)
    }
  }
}
