/// An effect that was cancelled, with the time and the cause; see ``Moment/cancelledEffects``.
public struct CancelledEffect: Hashable, Sendable {
  /// The effect as it was just before, including when it would have resumed.
  public let effect: EffectInFlight
  /// The virtual time of the cancellation, since the session's start.
  public let time: Duration
  /// Why it was cancelled.
  public let reason: Reason
  /// The effect whose work cancelled it, as by `Task.cancel(id:)`; `nil` if a reducer caused the cancellation.
  public let canceller: EffectInFlight?
  /// Whether only a part of it, with its own id from `withTaskCancellation`, was cancelled while the rest continued.
  public let isPart: Bool

  /// Why an effect was cancelled. Ids are described as in ``EffectInFlight/cancelIDs``.
  public enum Reason: Hashable, Sendable {
    /// `Effect.cancel(id:)` or `Task.cancel(id:)` named the id.
    case id(String)
    /// A newer effect with the id replaced it, by `cancelInFlight` or a debounce.
    case replaced(id: String)
    /// The child that it belongs to was removed from the state, as by a dismissal.
    case childRemoved
  }

  init(_ entry: Cancellation.Entry, sleeper: Sleeper<Duration>?) {
    let cancellation = entry.cancellation
    effect = EffectInFlight(entry.effect, sleeper: sleeper)
    time = cancellation.time
    reason =
      switch cancellation.reason {
      case .id(let id): .id("\(id)")
      case .replaced(let id): .replaced(id: "\(id)")
      case .childRemoved: .childRemoved
      }
    canceller = cancellation.canceller.map { EffectInFlight($0) }
    isPart = entry.isPart
  }
}

extension Moment {
  /// The effects that were cancelled during this moment, in order: by its action, or by what effects did before the
  /// next moment.
  ///
  /// An effect that responds to its cancellation is no longer among ``effects``.
  ///
  /// - Complexity: O(*k*) in the number of effects cancelled, and of those sleeping at the time.
  public var cancelledEffects: [CancelledEffect] {
    var act: Cancellation?
    var sleepers: [Int: Sleeper<Duration>] = [:]
    return record.cancelled.map { entry in
      if act !== entry.cancellation { sleepers = entry.cancellation.sleepers.firstByEffect }
      act = entry.cancellation
      return CancelledEffect(entry, sleeper: sleepers[entry.effect.id])
    }
  }
}

extension NumberedTable where Value == Sleeper<Duration> {
  /// The sleep of each sleeping effect that ends first.
  var firstByEffect: [Int: Sleeper<Duration>] {
    values.reduce(into: [:]) { first, sleeper in
      guard let effect = sleeper.effect else { return }
      // Of sleeps that end at the same time, the one that began first ends first.
      if let known = first[effect], known.deadline <= sleeper.deadline { return }
      first[effect] = sleeper
    }
  }
}
