/// An effect that has been started and has not finished, as a person is told of it.
public struct EffectInFlight: Sendable, Identifiable {
  private let record: EffectRecord

  /// The virtual time since the session's start at which its earliest sleep ends; `nil` if it does not sleep.
  public let deadline: Duration?

  init(_ record: EffectRecord, deadline: Duration? = nil) {
    self.record = record
    self.deadline = deadline
  }

  /// Counts what was started along the line, from 1.
  public var id: Int { record.id }

  /// The name that was given to `Effect.run`.
  public var name: String? { record.name }

  /// The number of the moment whose action started it.
  public var moment: Int { record.moment }

  /// Where it was asked for, as `Todos.swift:42`; `nil` for an action that is sent at once.
  public var site: String? { record.site.map(String.init(describing:)) }

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

extension CancelID: CustomStringConvertible {
  /// The value; with its type for a case of an enum, `CancelID.todoCompletion`.
  var description: String {
    let value = base
    let text = String(describing: value)
    return Mirror(reflecting: value).displayStyle == .enum ? "\(type(of: value)).\(text)" : text
  }
}
