import Core

extension Vocabulary {
  /// Virtual time: it stands still until one of these moves it.
  static var time: Self {
    Vocabulary("Time") {
      Command(
        "advance",
        Argument.duration("DURATION"),
        summary: "Move the clock on; what is due happens when it is due",
        discussion: "Units are d, h, m, s, ms, us and ns, and may be put together.",
        examples: [
          "advance 1s": "a second passes",
          "advance 1m30s": "a minute and a half passes",
        ]
      ) { shell, duration in
        try shell.moveClock(orSay: "no time has passed") { try $0.advance(by: duration, label: shell.label) }
      }
      Command(
        "run",
        summary: "Move the clock on until nothing is in flight any more",
        discussion: "An effect that never ends, such as a timer, is stopped at the setting 'limit'.",
        examples: ["run": "wait for everything"]
      ) { shell in
        try shell.moveClock { try $0.run(label: shell.label) }
      }
      Command(
        "step",
        summary: "Move the clock on until exactly one action has been delivered",
        examples: ["step": "see what happens next, and nothing more"]
      ) { shell in
        try shell.moveClock { try $0.step(label: shell.label) }
      }
      Command(
        "clock",
        summary: "Show the virtual time, and when the next effect is due",
        examples: ["clock": "what time it is"]
      ) { shell in
        shell.print(shell.clockText)
      }
    }
  }
}

extension Shell {
  fileprivate var clockText: String {
    let now = "+\(session.now.formatted)"
    guard let next = session.effects.compactMap(\.deadline).min() else { return "\(now), nothing is waiting" }
    return "\(now), the next effect is due in \((next - session.now).formatted)"
  }
}
