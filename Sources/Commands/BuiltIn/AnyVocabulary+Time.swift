import Core

extension AnyVocabulary {
  /// Moving the clock: virtual time passes only by these commands.
  static var time: Self {
    AnyVocabulary("Time") {
      "advance"
      AnyCommand(
        wait,
        help: """
          Advance the clock; effects resume when due

          The units d, h, m, s, ms, us and ns can be combined.

          advance 1s :: a second passes
          advance 1m30s :: a minute and a half passes
          """
      ) { shell, duration in
        try shell.moveClock(orSay: "no time has passed") {
          try $0.advance(by: duration, label: $1)
        }
      }
      .drivingSession()
      "run"
      AnyCommand(
        help: """
          Advance the clock until nothing is in flight

          If an effect never ends, as a timer does, 'run' stops at the setting 'limit'.

          run :: let all effects finish
          """
      ) { shell in
        try shell.moveClock { try $0.run(label: $1) }
      }
      .drivingSession()
      "step"
      AnyCommand(
        Argument.index("EFFECT").offering { $0.sources.completions(.dueEffects) }.optional(),
        help: """
          Advance the clock until one action has been delivered

          With EFFECT, that effect continues before the others that are due at the same instant, until it \
          waits again. EFFECT is a position in the list that 'effects' prints, earliest first, and must be one of \
          those due next.

          step :: to the next action from an effect
          step 1 :: of those due next, the second effect goes first
          """
      ) { shell, effect in
        guard let effect else { return try shell.moveClock { try $0.step(label: $1) } }
        try shell.moveClock { session, label in
          let due = session.moment.effectsDueNext
          guard !due.isEmpty else { throw SessionError.notDue(0, count: 0) }
          let position = try effect.number ?? effect.resolved(count: due.count, noun: "effect")
          return try session.resume(effectAt: position, label: label)
        }
      }
      .drivingSession()
      "clock c"
      AnyCommand(
        rate.optional(),
        help: """
          Show the virtual time, or play or pause the clock

          'clock play' advances virtual time while you type, by RATE seconds per second. Whatever happens is \
          shown above the line you are typing, and is recorded as an 'advance'. While the shell is suspended by \
          ^Z, time stands still. While a session is being recorded, the time is written to its file every second; \
          a shell that is killed loses at most one second. Time travel pauses the clock. Scripts cannot play the clock.

          clock :: the virtual time, and when the next effect is due
          clock play :: play in real time
          clock play 60 :: a minute per second
          clock pause :: pause the clock
          """
      ) { shell, rate in
        if let rate { return rate > 0 ? try shell.play(rate: rate) : try shell.pause() }
        let next = shell.session.moment.isAtRest ? shell.nextDeadline : shell.session.now
        shell.answer(ClockAnswer(now: shell.debugger.now, next: next))
      }
    }
  }

  /// The rate at which the clock plays; 0 to pause it.
  private static var rate: Parameter<Double> {
    let verb = Argument.choice(
      "clock command",
      among: [("play", true, "let virtual time pass"), ("pause", false, "stop the clock")]
    )
    let parts = [verb.form, AnyParameter(usage: "RATE", syntax: .names)]
    return Parameter(AnyParameter(usage: "play [RATE]|pause", parts: parts)) { (reader) throws(Diagnostic) in
      guard try verb.read(&reader) else { return 0 }
      guard !reader.isAtEnd else { return 1 }
      let word = try reader.word(for: "RATE")
      guard let rate = Double(word.text), ClockPlayer.rates.contains(rate) else {
        throw word.diagnostic(
          "expected a rate from 0.001 to 1000000, found '\(word.text)'",
          hint: "1 is real time, 60 is a minute per second"
        )
      }
      return rate
    }
  }

  /// How far the clock moves: often until an effect in flight continues.
  private static var wait: Parameter<Duration> {
    let duration = Argument.duration("DURATION")
    return duration.offering { request in
      let waits = request.sources.completions(.waits)
      let usual = duration.form.completions(request)
      return waits + usual.filter { usual in !waits.contains { $0.text == usual.text } }
    }
  }
}
