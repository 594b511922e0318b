import Core

extension Interpreter {
  /// Lets the clock go on by itself.
  func play(rate: Double) throws {
    guard isConversation else {
      throw CommandFailure(
        "only an interactive shell can play the clock: a script must be reproducible",
        hint: "'advance DURATION' moves the clock"
      )
    }
    catchUp()
    player = ClockPlayer(rate: rate, from: session.now, at: RunningTime.now)
    debugger.notice("the clock is playing at \(rate.formatted)×; 'clock pause' stops it", isAskedFor: true)
  }

  /// Stops the clock where it is.
  func pause() throws {
    guard player != nil else { throw CommandFailure("the clock is not playing") }
    catchUp()
    player = nil
    debugger.notice("the clock is paused at +\(session.now.formatted)", isAskedFor: true)
  }

  /// How much real time is left until the next effect is due; `nil` if the clock stands still or nothing waits for it.
  package var timeToDeadline: Duration? {
    guard let player, let deadline = nextDeadline else { return nil }
    return player.rest(until: deadline, at: RunningTime.now)
  }

  /// When the next effect is due.
  var nextDeadline: Duration? { session.effects.compactMap(\.deadline).min() }

  /// The time that the clock shows: while it plays it may be ahead of the session's, as nothing has happened since.
  var playedNow: Duration { max(session.now, player?.time(at: RunningTime.now) ?? .zero) }

  /// How much real time is left until an effect is due or the prompt shows another time; `nil` if the clock stands still.
  package var timeToTick: Duration? {
    guard let player else { return nil }
    return min(timeToDeadline ?? .seconds(1), player.restOfSecond(at: RunningTime.now))
  }

  /// The time that the prompt shows.
  package var shownNow: Duration { max(session.now, player?.shownTime(at: RunningTime.now) ?? .zero) }

  /// Writes into the session's file how far the clock has played, so that this is not lost with the program.
  ///
  /// It is no command of the session yet: the next one takes the place of the line.
  package func keepPlayedTime() {
    guard let player, let journal = recorder.journal else { return }
    let ahead = player.time(at: RunningTime.now) - session.now
    guard ahead > .zero else { return }
    do throws(SessionFileError) { try journal.keep("advance \(ahead.formatted)\n") } catch {
      debugger.events.emit(Diagnosed(error: "\(error.message); the time played is not saved"))
      stopPlaying()
    }
  }

  /// Moves the session's clock to the effect that is due.
  package func tick() {
    guard let player, let deadline = nextDeadline, player.rest(until: deadline, at: RunningTime.now) == .zero
    else {
      return
    }
    let count = session.moments.count
    let isBehind = player.lag(behind: deadline, at: RunningTime.now) > Self.longestLag
    move(to: deadline)
    if session.moments.count == count { stopPlaying() }
    if isBehind { self.player?.fallBack(to: session.now, at: RunningTime.now) }
  }

  /// A clock that is slower than it should be by more falls back: where much happens, it plays as fast as it can.
  private static var longestLag: Duration { .milliseconds(200) }

  /// Moves the session's clock to where the player is, before something happens there.
  func catchUp() {
    guard let player, !player.isMoving else { return }
    let start = RunningTime.now
    let now = player.time(at: start)
    // What is due on the way happens one after the other, as it would have if it had not been late.
    while self.player != nil, let deadline = nextDeadline, deadline <= now {
      let count = session.moments.count
      move(to: deadline)
      if session.moments.count == count { break }
      if RunningTime.now - start > Self.longestLag {
        self.player?.fallBack(to: session.now, at: RunningTime.now)
        return
      }
    }
    if self.player != nil, now > session.now { move(to: now) }
  }

  /// Moves the clock as the command would that the record keeps.
  private func move(to time: Duration) {
    let text = "advance \(max(.zero, time - session.now).formatted)"
    do throws(Diagnostic) {
      guard let line = try CommandLine.parse(text, file: "<clock>") else { return }
      let step = try ScriptParser(table: table).step(line)
      player?.isMoving = true
      defer { player?.isMoving = false }
      if !run(step) || debugger.halt.breakpoint != nil { stopPlaying() }
    } catch {
      debugger.report(error)
      stopPlaying()
    }
  }

  private func stopPlaying() {
    guard player != nil else { return }
    player = nil
    debugger.notice("the clock is paused", isAskedFor: true)
  }

  /// Goes on from where a command has led; what travels stops the clock.
  ///
  /// - Parameter movements: How many moves there were before the command.
  func goOnPlaying(after movements: Int) {
    guard let player, !player.isMoving else { return }
    if session.movements.count != movements { return stopPlaying() }
    self.player?.follow(session.now, at: RunningTime.now)
  }
}

extension Double {
  /// The number without a fraction that is none.
  fileprivate var formatted: String {
    self == rounded() && magnitude < 1e15 ? String(Int(self)) : String(self)
  }
}
