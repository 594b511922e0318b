import Core

/// The properties of a moment apart from its state, independent of the feature's types.
public struct MomentSummary {
  /// The input that caused a moment.
  public enum Cause: Equatable {
    /// The session began.
    case start
    /// The clock moved by this much.
    case clock(Duration)
    /// A dependency was told what to answer: the arguments of the command.
    case answer(String)
    /// An action in Swift syntax.
    case action(String)
  }

  /// Its number.
  public let number: Int
  /// The previous moment.
  public let parent: Int?
  /// The virtual time.
  public let time: Duration
  /// The input that caused it.
  public internal(set) var cause = Cause.start
  /// The effect that sent the action; `nil` if a command did.
  public internal(set) var effect: EffectInFlight?
  /// Whether an effect sent the action in the store that recorded it; `nil` for an action that was not recorded.
  var isOfRecordedEffect: Bool?
  /// The animation it was sent with.
  public internal(set) var animation: String?
  /// The label of its command.
  public let command: String?
  /// The effects cancelled by it.
  public let cancelled: [CancellationSummary]
  /// Whether it is the first moment of its command.
  public let isFirstOfCommand: Bool
  /// Whether it is the current moment.
  public let isCurrent: Bool
  /// Whether it comes after the current moment, or is on another branch.
  public let isAhead: Bool
  /// Where the code handles its action, children before their parents, in answers that explain the moment: `Todos.swift:65`,
  /// or `A or B` if the case is uncertain.
  public internal(set) var sites: [String] = []
}

extension MomentSummary: JSONObject {
  package static let title = "Moment"
  package static let members = fields([
    "moment": .value("its number") { $0.number },
    "parent": "the previous moment",
    "time": "virtual time",
    "cause": .value("start, clock, action or stub") { $0.causeName },
    "action": .value("the action in Swift syntax") { $0.action },
    "origin": .value("typed or effect: what sent the action") { $0.origin },
    "effect": "the effect that sent it",
    "sites": .value(
      "where the code handles its action, 'A or B' if the case is uncertain; only in answers to 'show' and 'why'"
    ) {
      $0.sites.nonEmpty
    },
    "animation": "the animation it was sent with",
    "command": "the label of its command",
    "cancelled": .value("the effects cancelled by it") { $0.cancelled.nonEmpty },
  ])

  private var causeName: String {
    switch cause {
    case .start: "start"
    case .clock: "clock"
    case .action: "action"
    case .answer: "stub"
    }
  }

  private var action: String? {
    if case .action(let text) = cause { text } else { nil }
  }

  private var origin: String? { action.map { _ in isReceived ? "effect" : "typed" } }

  /// Whether an effect sent its action.
  var isReceived: Bool { effect != nil || isOfRecordedEffect == true }

  /// What sent the action, if no effect of this session did.
  private var sender: String {
    switch isOfRecordedEffect {
    case nil: "typed"
    case true?: "recorded, of an effect"
    case false?: "recorded"
    }
  }
}

// As text.
extension MomentSummary {
  /// Number and virtual time: `#3 +1s`.
  public var position: String { "#\(number) +\(time.formatted)" }

  /// The input that caused it, as text.
  public var event: String {
    switch cause {
    case .start: "start"
    case .clock(let duration): "clock +\(duration.formatted)"
    case .action(let text): text.controlCharactersEscaped
    case .answer(let text): "stub \(text)".controlCharactersEscaped
    }
  }

  /// Its number and a shortened text of its input: `#3 .add`.
  var headline: String { "#\(number) \(event.elided(to: 60))" }

  /// The origin of the moment's action, with its animation; empty for other moments.
  private var originText: String {
    guard case .action = cause else { return "" }
    return [effect?.text ?? sender, animation.map { "animation \($0)" }].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The origin of the moment's action in short form.
  public var shortOrigin: String {
    guard case .action = cause else { return "" }
    return effect.map { "effect of #\($0.moment)" } ?? sender
  }

  /// What caused the moment, for tables: the command on the first row of its turn, and the effect that sent the action.
  var shownCause: String {
    // The moment itself is shown as the command.
    if case .answer = cause { return "" }
    guard isFirstOfCommand, let command = shownCommand?.elided(to: 40) else { return shortOrigin }
    return effect == nil ? command : "\(command), \(shortOrigin)"
  }

  /// The label of the command on one line, truncated for tables.
  public var shownCommand: String? { command?.controlCharactersEscaped.elided(to: 60) }

  /// The line that announces a moment, and where the code handles its action.
  func heading(_ palette: Palette) -> [String] {
    let handled = sites.isEmpty ? [] : [palette(.dimmed, "  handled at \(sites.joined(separator: ", "))")]
    return [header(palette)] + handled
  }

  /// The line that announces a moment.
  ///
  /// - Parameter width: The width to which the action and its origin are elided, as far as that leaves something of them.
  public func header(_ palette: Palette, width: Int? = nil) -> String {
    var event = event
    var origin = originText
    let room = max((width ?? .max) - position.cellWidth - 1 - (origin.isEmpty ? 0 : 4), 24)
    if event.cellWidth + origin.cellWidth > room {
      // A short action leaves its room to its origin, and the other way round.
      let rest = max(room - event.cellWidth, room / 2)
      origin = origin.withoutMiddle(to: rest, keeping: rest * 2 / 3)
      event = event.elided(to: room - origin.cellWidth)
    }
    return palette(.strong, position) + " " + event
      + (origin.isEmpty ? "" : palette(.dimmed, "  (\(origin))"))
  }
}

extension EffectInFlight {
  /// A description of the effect: `effect of #2 at Todos.swift:70, id CancelID.todoCompletion`.
  public var text: String {
    var text = name.map { "effect '\($0)' of #\(moment)" } ?? "effect of #\(moment)"
    if let site { text += " at \(site)" }
    if !cancelIDs.isEmpty { text += ", id \(cancelIDs.joined(separator: ", "))" }
    return text.controlCharactersEscaped
  }
}

extension EffectInFlight: JSONObject {
  package static let title = "Effect"
  package static let members = fields([
    "moment": .value("the moment that started it") { $0.moment },
    "name": .value("its name") { $0.name },
    "site": .value("where in the code it was created") { $0.site },
    "ids": .value("its cancellation ids") { $0.cancelIDs.nonEmpty },
    "due": .value("when it continues") { $0.deadline },
  ])
}

/// A cancelled effect, independent of the feature's types.
public struct CancellationSummary: Equatable, JSONObject {
  package static let title = "Cancellation"
  package static let members = fields([
    "moment": "the moment that cancelled it",
    "effect": "the effect",
    "reason": "id, replaced or childRemoved",
    "id": "the cancellation id",
    "by": .value("the effect that cancelled it; omitted if a reducer did") { $0.canceller },
    "isPart": "whether only a part of the effect was cancelled",
  ])

  /// The moment that cancelled it.
  public let moment: Int
  /// The effect that was cancelled.
  public let effect: EffectInFlight
  /// Why: `id`, `replaced` or `childRemoved`.
  public let reason: String
  /// The cancellation id.
  public let id: String?
  /// The effect that cancelled it; `nil` if a reducer did.
  public let canceller: EffectInFlight?
  /// Whether only a part of the effect was cancelled.
  public let isPart: Bool

  init(_ cancelled: CancelledEffect, at moment: Int) {
    self.moment = moment
    effect = cancelled.effect
    canceller = cancelled.canceller
    isPart = cancelled.isPart
    switch cancelled.reason {
    case .id(let id): (reason, self.id) = ("id", id)
    case .replaced(let id): (reason, self.id) = ("replaced", id)
    case .childRemoved: (reason, id) = ("childRemoved", nil)
    }
  }

  /// The reason as text.
  package var reasonText: String {
    let cause =
      switch reason {
      case "id": canceller.map { "by its id, by \($0.text)" } ?? "by its id"
      case "replaced": "replaced by a new effect with the same id"
      default: "its child was removed"
      }
    return isPart ? "in part: \(cause)" : cause
  }
}

extension AnySession {
  /// The properties of a moment apart from its state.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - withSites: Whether to find where the code handles its action.
  public func summary(of moment: AnyMoment, withSites: Bool = false) -> MomentSummary {
    let turn = moment.turn.map { turns[$0] }
    let current = self.moment.number
    var summary = MomentSummary(
      number: moment.number,
      parent: moment.parent,
      time: moment.now,
      command: turn?.label,
      cancelled: moment.cancelledEffects.map { CancellationSummary($0, at: moment.number) },
      isFirstOfCommand: turn?.moments.lowerBound == moment.number,
      isCurrent: moment.number == current,
      isAhead: !isOnLine(moment.number) || moment.number > current
    )
    switch moment.cause {
    case .start: break
    case .clock: summary.cause = .clock(moment.now - before(moment).now)
    case .answer(let answer): summary.cause = .answer("\(answer)")
    case .action(let action, let animation, let origin):
      summary.cause = .action(actionText(action))
      if withSites { summary.sites = handlerSites(of: action) }
      summary.animation = animation.map { "\($0)" }
      switch origin {
      case .user: break
      case .effect(let sender): summary.effect = sender
      case .recording(let isOfEffect): summary.isOfRecordedEffect = isOfEffect
      }
    }
    return summary
  }

  /// The facts about the moment with a number.
  package func summary(ofMoment number: Int) -> MomentSummary { summary(of: moments[number]) }

  /// The previous moment, or the moment itself at the start.
  public func before(_ moment: AnyMoment) -> AnyMoment {
    moment.parent.map { moments[$0] } ?? moment
  }
}
