import Core

/// The effects that a turn finished, started and cancelled, as marks: `✓ search`, `⏲ search in 300ms`, `✗ search: replaced`.
struct EffectMarks {
  /// The marks of the finished ones, by the moment of their last action.
  private var finished: [Int: [String]] = [:]
  private var others: [String] = []

  /// - Parameters:
  ///   - moments: The moments of the turn.
  ///   - before: The moment before them.
  ///   - last: The last one.
  init(of moments: [AnyMoment], from before: AnyMoment, to last: AnyMoment) {
    let changes = EffectChanges(from: before, to: last)
    let cancelled = moments.flatMap { moment in
      moment.cancelledEffects.filter { !$0.isPart }.map { CancellationSummary($0, at: moment.number) }
    }
    let stopped = Set(cancelled.map(\.effect.id))
    let sent = Dictionary(moments.compactMap { moment in moment.sender.map { ($0.id, moment.number) } }) {
      $1
    }
    for effect in changes.ended where !stopped.contains(effect.id) {
      finished[sent[effect.id] ?? last.number, default: []].append("✓ \(effect.title)")
    }
    others = changes.started.map { effect in
      effect.deadline.map { "⏲ \(effect.title) in \(($0 - last.now).formatted)" } ?? "⋯ \(effect.title)"
    }
    others += cancelled.map { "✗ \($0.effect.title): \($0.shortReason)" }
  }

  /// The marks of the effects whose last action was that of a moment, which are shown there.
  mutating func take(at moment: AnyMoment) -> [String] { finished.removeValue(forKey: moment.number) ?? [] }

  /// The marks that are not shown beside an action.
  var rest: [String] { finished.sorted { $0.key < $1.key }.flatMap(\.value) + others }
}

extension EffectInFlight {
  /// What people call it: its name, or the last word of its innermost id.
  fileprivate var title: String {
    let id = cancelIDs.first.map { id in
      id.hasSuffix(")") ? id : String(id[(id.lastIndex(of: ".") ?? id.startIndex)...])
    }
    return (name ?? id?.trimmingPrefix(".").description ?? site ?? "effect").controlCharactersEscaped
      .truncated(to: 40)
  }
}

extension CancellationSummary {
  fileprivate var shortReason: String {
    switch reason {
    case "replaced": "replaced"
    case "childRemoved": "its child was removed"
    default: "cancelled"
    }
  }
}

extension AnyMoment {
  /// The effect that sent its action, if one did.
  var sender: EffectInFlight? {
    if case .action(_, _, .effect(let sender)) = cause { sender } else { nil }
  }
}

extension Page {
  /// Lines with marks to the right of the first one, as far as there is room, and below it.
  func lines(_ lines: [String], beside marks: [String]) -> [String] {
    guard let first = lines.first, marks != [""], !marks.isEmpty else { return lines }
    let text = marks.joined(separator: "  ")
    let used = first.widthWithoutStyles
    if max(used, Self.column) + 2 + text.cellWidth <= width {
      let gap = String(repeating: " ", count: max(Self.column - used, 0) + 2)
      return [first + gap + dimmed(text)] + lines.dropFirst()
    }
    return lines + marks.map { dimmed("  " + $0.truncated(to: width - 2)) }
  }

  /// Where marks begin.
  private static let column = 46
}

extension String {
  /// The number of cells of a line with styles.
  fileprivate var widthWithoutStyles: Int {
    split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated().reduce(0) { width, part in
      let text = part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst()
      return width + String(text).cellWidth
    }
  }
}
