import Core

extension Vocabulary {
  /// Virtual time: it stands still until one of these moves it.
  static var time: Self {
    Vocabulary("Time") {
      Command(
        "advance",
        wait,
        summary: "Move the clock on; what is due happens when it is due",
        discussion: "Units are d, h, m, s, ms, us and ns, and may be put together.",
        examples: [
          "advance 1s": "a second passes",
          "advance 1m30s": "a minute and a half passes",
        ]
      ) { shell, duration in
        try shell.moveClock(orSay: "no time has passed") {
          try $0.advance(by: duration, label: shell.debugger.label)
        }
      }
      Command(
        "run",
        summary: "Move the clock on until nothing is in flight any more",
        discussion: "An effect that never ends, such as a timer, is stopped at the setting 'limit'.",
        examples: ["run": "wait for everything"]
      ) { shell in
        try shell.moveClock { try $0.run(label: shell.debugger.label) }
      }
      Command(
        "step",
        summary: "Move the clock on until exactly one action has been delivered",
        examples: ["step": "see what happens next, and nothing more"]
      ) { shell in
        try shell.moveClock { try $0.step(label: shell.debugger.label) }
      }
      clock
    }
  }

  /// How far the clock moves: often until an effect in flight continues.
  private static var wait: Parameter<Duration> {
    var parameter = Argument.duration("DURATION")
    let usual = parameter.completions
    parameter.completions = { request in
      let waits = request.waits()
      return waits + usual(request).filter { usual in !waits.contains { $0.text == usual.text } }
    }
    return parameter
  }

  private static var clock: Command<State, Action> {
    var command = Command<State, Action>(
      "clock",
      usage: "[play [RATE]|pause]",
      summary: "Show the virtual time, let it go on by itself, or stop it",
      discussion: """
        'clock play' lets virtual time go by while you type, RATE seconds in each second: what is due happens, is shown \
        above the line, and is recorded as the 'advance' that it was. While the shell is stopped by ^Z, time stands still. \
        A session that is recorded has each second how far it is: a shell that is killed loses no more than that. Time \
        travel stops the clock. A script cannot play.
        """,
      examples: [
        "clock": "what time it is, and when the next effect is due", "clock play": "let time go by",
        "clock play 60": "a minute each second", "clock pause": "stop it again",
      ],
      completions: [
        { _ in
          [
            Completion("play", summary: "let time go by"),
            Completion("pause", summary: "stop it", isFinal: false),
          ]
        }
      ]
    ) { (reader, _) throws(Diagnostic) in
      guard !reader.isAtEnd else {
        return Operation { $0.answer(ClockAnswer(now: $0.playedNow, next: $0.nextDeadline)) }
      }
      let choices = [("play", true), ("pause", false)]
      guard try reader.word(for: "play|pause").choice("clock command", among: choices) else {
        return Operation { try $0.pause() }
      }
      let rate = reader.isAtEnd ? 1 : try readRate(&reader)
      return Operation { try $0.play(rate: rate) }
    }
    command.isPartOfLine = false
    return command
  }

  private static func readRate(_ reader: inout ArgumentReader) throws(Diagnostic) -> Double {
    let word = try reader.word(for: "RATE")
    guard let rate = Double(word.text), ClockPlayer.rates.contains(rate) else {
      throw word.diagnostic(
        "expected a rate from 0.001 to 1000000, found '\(word.text)'",
        hint: "1 is as fast as real time, 60 a minute each second"
      )
    }
    return rate
  }
}
