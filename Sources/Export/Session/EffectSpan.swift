import Core
import Debugger

/// What an effect does along a branch. Places are those of moments on the branch.
struct EffectSpan {
  /// The effect, by its place in the session's list.
  let effect: Int
  /// The place of the moment that started it.
  let start: Int
  /// The place of the moment by which it had ended; `nil` if it is in flight at the end of the branch.
  private(set) var end: Int?
  /// When it slept.
  private(set) var sleeps: [Sleep] = []
  /// The places of the actions that it sent.
  private(set) var sends: [Int] = []
  /// When and why it was cancelled.
  private(set) var cancellations: [(place: Int, summary: CancellationSummary)] = []

  /// A sleep of an effect.
  struct Sleep {
    let start: Int
    let deadline: Duration
    /// The place of the moment at which it ended or was replaced by another sleep; `nil` if it lasts.
    fileprivate(set) var end: Int?
  }

  /// The effects of the branch, in the order of their start.
  ///
  /// - Parameters:
  ///   - moments: The moments of the branch, or consecutive ones of them.
  ///   - effects: The effects, by their places.
  /// - Complexity: O(*n*) in the number of moments.
  static func spans(along moments: [ExportedMoment], of effects: [EffectInFlight]) -> [EffectSpan] {
    var spans: [EffectSpan] = []
    var indices: [Int: Int] = [:]
    var places: [Int: Int] = [:]
    func index(of effect: Int, at place: Int) -> Int {
      if let index = indices[effect] { return index }
      indices[effect] = spans.count
      spans.append(EffectSpan(effect: effect, start: places[effects[effect].moment] ?? place))
      return spans.count - 1
    }
    for (place, moment) in moments.enumerated() {
      places[moment.number] = place
      for effect in moment.started { _ = index(of: effect, at: place) }
      for (effect, deadline) in moment.sleeps {
        spans[index(of: effect, at: place)].sleep(until: deadline, at: place)
      }
      if let sender = moment.sender { spans[index(of: sender, at: place)].sends.append(place) }
      for cancellation in moment.cancelled {
        spans[index(of: cancellation.effect, at: place)].cancellations.append((place, cancellation.summary))
      }
      for effect in moment.ended {
        spans[index(of: effect, at: place)].sleep(until: nil, at: place)
        spans[index(of: effect, at: place)].end = place
      }
    }
    return spans
  }

  private mutating func sleep(until deadline: Duration?, at place: Int) {
    if let last = sleeps.indices.last, sleeps[last].end == nil { sleeps[last].end = place }
    if let deadline { sleeps.append(Sleep(start: place, deadline: deadline)) }
  }
}
