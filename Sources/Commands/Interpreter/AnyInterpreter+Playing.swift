import Core

extension AnyInterpreter {
  /// Starts to play the clock.
  func play(rate: Double) throws {
    guard frontEnd.isConversation, frontEnd.playsClock else {
      throw CommandFailure(
        "only an interactive shell can play the clock: a script must be reproducible",
        hint: "'advance DURATION' moves the clock"
      )
    }
    catchUp()
    player = ClockPlayer(rate: rate, origin: session.now, start: RunningTime.now)
    debugger.notice("the clock is playing at \(rate.formatted)×; 'clock pause' stops it", isAskedFor: true)
  }

  /// Pauses the clock.
  func pause() throws {
    guard player != nil else { throw CommandFailure("the clock is not playing") }
    catchUp()
    player = nil
    debugger.notice("the clock is paused at +\(session.now.formatted)", isAskedFor: true)
  }

  /// The real time left until the next effect is due; `nil` if the clock is not playing or no effect waits for it.
  package var timeToDeadline: Duration? {
    guard let player, let deadline = nextDeadline else { return nil }
    return player.rest(until: deadline, at: RunningTime.now)
  }

  /// When the next effect is due.
  var nextDeadline: Duration? { session.effects.compactMap(\.deadline).min() }

  /// The real time left until an effect is due or the time in the prompt changes; `nil` if the clock is not playing.
  package var timeToTick: Duration? {
    guard let player else { return nil }
    return min(timeToDeadline ?? .seconds(1), player.restOfSecond(at: RunningTime.now))
  }

  /// The time in the prompt.
  package var shownNow: Duration { max(session.now, player?.shownTime(at: RunningTime.now) ?? .zero) }

  /// Saves the time played to the session file, so that it is not lost if the program is killed.
  ///
  /// The line is not yet a command of the session, and the next one overwrites it.
  package func keepPlayedTime() {
    guard let player, let journal = recorder.journal else { return }
    let ahead = player.time(at: RunningTime.now) - session.now
    guard ahead > .zero else { return }
    do { try journal.keep("advance \(ahead.formatted)\n") } catch {
      debugger.report("\(error); the time played is not saved")
      stopPlaying()
    }
  }

  /// Moves the session's clock to the next due effect.
  package func tick() {
    guard let player, let deadline = nextDeadline, player.rest(until: deadline, at: RunningTime.now) == .zero
    else {
      return
    }
    let count = session.moments.count
    let isBehind = player.lag(behind: deadline, at: RunningTime.now) > Self.longestLag
    move(to: deadline)
    if session.moments.count == count { stopPlaying() }
    if isBehind { fallBack() }
  }

  /// If the clock is further behind than this, it does not catch up: with much to do, it plays as fast as possible.
  private static var longestLag: Duration { .milliseconds(200) }

  /// Moves the session's clock to the player's time, before a command runs there or the session is written.
  package func catchUp() {
    guard let player, !player.isMoving else { return }
    let start = RunningTime.now
    let now = player.time(at: start)
    // Due effects run one after the other, as they would have in time.
    while self.player != nil, let deadline = nextDeadline, deadline <= now {
      let count = session.moments.count
      move(to: deadline)
      if session.moments.count == count { break }
      if RunningTime.now - start > Self.longestLag { return fallBack() }
    }
    if self.player != nil, now > session.now { move(to: now) }
  }

  private func fallBack() { player?.fallBack(to: session.now, at: RunningTime.now) }

  /// Moves the clock with the `advance` command that the history records.
  private func move(to time: Duration) {
    let text = "advance \(max(.zero, time - session.now).formatted)"
    do {
      let parser = ScriptParser(table: table)
      guard let step = try parser.step(text, file: SourceLocation.clockFile) else { return }
      player?.isMoving = true
      defer { player?.isMoving = false }
      if !run(step) || debugger.halt.breakpoint != nil { stopPlaying() }
      if debugger.halt.wasInterrupted { interruptNext() }
    } catch {
      debugger.report(error)
      stopPlaying()
    }
  }

  /// Interrupts the command before which the clock was moved, for which the interruption was.
  private func interruptNext() {
    let isInterrupted = debugger.isInterrupted
    debugger.isInterrupted = { [unowned debugger] in
      debugger.isInterrupted = isInterrupted
      return true
    }
  }

  private func stopPlaying() {
    guard player != nil else { return }
    player = nil
    debugger.notice("the clock is paused", isAskedFor: true)
  }

  /// Continues from the time after a command; time travel pauses the clock.
  ///
  /// - Parameter movements: The number of moves before the command.
  func goOnPlaying(after movements: Int) {
    guard var player, !player.isMoving else { return }
    if session.movements.count != movements { return stopPlaying() }
    player.follow(session.now, at: RunningTime.now)
    self.player = player
  }
}

extension Double {
  /// The number, without a fraction if it is whole.
  fileprivate var formatted: String {
    self == rounded() && magnitude < 1e15 ? String(Int(self)) : String(self)
  }
}
