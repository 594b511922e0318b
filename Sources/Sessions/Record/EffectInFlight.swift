/// A description of an effect in flight, that is, started and not yet ended.
public struct EffectInFlight: Sendable, Identifiable {
  private let record: EffectRecord

  /// The virtual time since the session's start at which its first sleep ends; `nil` if it does not sleep.
  public let deadline: Duration?
  /// The number of that sleep, in the order in which sleeps began.
  private let sleep: Int?

  init(_ record: EffectRecord, sleeper: Sleeper<Duration>? = nil) {
    self.record = record
    deadline = sleeper?.deadline
    sleep = sleeper?.id
  }

  /// Whether it continues before another effect in flight, unless ``Session/resume(effectAt:label:)`` chooses otherwise:
  /// because it is due earlier, or because its sleep began earlier. Effects that do not sleep come last.
  package func continues(before other: Self) -> Bool {
    switch (deadline, other.deadline) {
    case (let own?, let others?): (own, sleep ?? .max) < (others, other.sleep ?? .max)
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): id < other.id
    }
  }

  /// Its number among the effects started along the line, from 1.
  public var id: Int { record.id }

  /// The name passed to `Effect.run`.
  public var name: String? { record.name }

  /// The number of the moment whose action started it.
  public var moment: Int { record.moment }

  /// Whether it is the interval of a throttled effect that nothing waits for.
  package var isIdle: Bool { record.isIdle }

  /// Where it was created, as `Todos.swift:42`; `nil` for an action that is sent directly.
  public var site: String? { record.site.map(String.init(describing:)) }

  /// The path of the file and the line where it was created.
  package var place: (file: String, line: Int)? { record.site.map { ("\($0.filePath)", Int($0.line)) } }

  /// The ids that cancel it, innermost first.
  public var cancelIDs: [String] { record.cancelIDs.map(String.init(describing:)) }
}

extension EffectInFlight: Hashable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id == rhs.id && lhs.moment == rhs.moment && lhs.deadline == rhs.deadline && lhs.name == rhs.name
      && lhs.site == rhs.site && lhs.record.cancelIDs == rhs.record.cancelIDs
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(moment)
  }
}
