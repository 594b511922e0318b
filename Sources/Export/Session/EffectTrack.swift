import Core
import TodoShellDebugger

/// What an effect does at some moments, by their numbers.
struct EffectTrack {
  let effect: EffectInFlight
  /// The moments at which it begins to sleep, with the times at which it continues, or is woken.
  private(set) var sleeps: [(moment: Int, deadline: Duration?)] = []
  /// The actions that it sends.
  private(set) var sends: [Int] = []
  /// The moments by which it has ended, one on each branch where it does.
  private(set) var ends: [Int] = []
  private(set) var cancellations: [CancellationSummary] = []

  /// The effects, in the order of their start.
  ///
  /// - Parameters:
  ///   - effects: The effects, by their places.
  ///   - moments: All moments, or those of a branch.
  /// - Complexity: O(*n*) in the number of moments.
  static func tracks(of effects: [EffectInFlight], at moments: [ExportedMoment]) -> [EffectTrack] {
    var tracks = effects.map { EffectTrack(effect: $0) }
    for moment in moments {
      let number = moment.number
      if let sender = moment.sender { tracks[sender].sends.append(number) }
      for (effect, deadline) in moment.sleeps { tracks[effect].sleeps.append((number, deadline)) }
      for effect in moment.ended { tracks[effect].ends.append(number) }
      for (effect, summary) in moment.cancelled { tracks[effect].cancellations.append(summary) }
    }
    return tracks
  }

  /// A name to show.
  var name: String { effect.name ?? effect.cancelIDs.first ?? effect.site ?? "effect" }

  /// When it sleeps on a branch: the first moment, the time at which it would continue, and the moment at which it no longer
  /// sleeps or sleeps anew, if there is one.
  var naps: [(start: Int, deadline: Duration, end: Int?)] {
    sleeps.indices.compactMap { index in
      let (start, deadline) = sleeps[index]
      let end = index + 1 < sleeps.count ? sleeps[index + 1].moment : ends.first
      return deadline.map { (start, $0, end) }
    }
  }
}
