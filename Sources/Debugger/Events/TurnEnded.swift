import Core

/// A command has sent its actions or moved the clock. Its text is what that changed in all; programs receive the moments.
struct TurnEnded: Event {
  static let name = "turn"
  static let summary = "a command ended"

  /// What made the command run.
  enum Caller {
    /// A person or a program, which knows it.
    case user
    /// A macro or a script.
    case program
    /// The playing clock.
    case clock
  }

  /// What it did, made when it is printed.
  let effect: () -> NetEffect
  let caller: Caller

  var isForPrograms: Bool { false }

  func lines(_ page: Page) -> [String] {
    guard page.isBrief else { return [] }
    let effect = effect()
    guard let last = effect.moments.last else { return [] }
    var lines: [String] = []
    if caller == .program { lines.append(page.dimmed("  > " + effect.title.elided(to: page.width - 4))) }
    if !effect.hasAction, caller != .clock, last.now > effect.before.now {
      lines.append(page.dimmed("  +\(last.now.formatted)  nothing was due"))
    }
    let (received, rest) = effect.received()
    lines += received.flatMap { moment, marks in
      let line = "  +\(moment.time.formatted)  \(moment.event)"
      return page.lines([line.elided(to: page.width)], beside: marks)
    }
    if effect.unlisted > 0 {
      lines.append(page.dimmed("  … \(counted(effect.unlisted, "more action")); 'log' lists them"))
    }
    guard effect.hasAction else { return lines }
    let change = effect.change
    let prompts = change.presented().compactMap(\.prompt)
    return lines + page.lines(change.linesBesideCause(page), beside: rest)
      + prompts.flatMap { $0.lines(palette: page.palette) }
  }
}
