/// What an effect consists of, whatever the type of its actions.
enum EffectOperation: Sendable {
  // One word each: an operation is handed from child to parent many times.
  case none
  indirect case send(ErasedAction, Animation?)
  case run(EffectRun)
  case merge([EffectOperation])
  case concatenate([EffectOperation])
  indirect case cancellable(EffectOperation, id: CancelID, cancelInFlight: Bool)
  indirect case cancel(CancelID)
  indirect case scoped(EffectOperation, ScopeID, in: ChildPlace, dismissal: ErasedAction?)
  indirect case cancelScope(ScopeID)
  indirect case throttle(EffectOperation, id: CancelID, pause: EffectOperation, latest: Bool)
  indirect case mapped(EffectOperation, ActionTransform)
}

/// Asynchronous work and where in the source it was asked for.
final class EffectRun: Sendable {
  let name: String?
  let priority: TaskPriority?
  let site: SourceSite
  let dependencies: DependencyValues
  let operation: nonisolated(nonsending) @Sendable (EffectContext) async -> Void

  init(
    name: String?,
    priority: TaskPriority?,
    site: SourceSite,
    dependencies: DependencyValues,
    operation: nonisolated(nonsending) @escaping @Sendable (EffectContext) async -> Void
  ) {
    self.name = name
    self.priority = priority
    self.site = site
    self.dependencies = dependencies
    self.operation = operation
  }
}

extension EffectOperation {
  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// Operations at the same time.
  static func merging(_ operations: [EffectOperation]) -> EffectOperation {
    var parts: [EffectOperation] = []
    for operation in operations {
      switch operation {
      case .none: continue
      case .merge(let inner): parts += inner
      default: parts.append(operation)
      }
    }
    return switch parts.count {
    case 0: .none
    case 1: parts[0]
    default: .merge(parts)
    }
  }

  /// Operations one after the other.
  static func concatenating(_ operations: [EffectOperation]) -> EffectOperation {
    var parts: [EffectOperation] = []
    for operation in operations {
      switch operation {
      case .none: continue
      case .concatenate(let inner): parts += inner
      default: parts.append(operation)
      }
    }
    return switch parts.count {
    case 0: .none
    case 1: parts[0]
    default: .concatenate(parts)
    }
  }

  /// The same operation with its actions transformed, when they are sent.
  func mapped(_ transform: ActionTransform) -> EffectOperation {
    switch self {
    case .none, .cancel, .cancelScope: return self
    case .send(let action, let animation):
      let (action, animation) = transform(action, animation)
      return .send(action, animation)
    default: return .mapped(self, transform)
    }
  }
}
