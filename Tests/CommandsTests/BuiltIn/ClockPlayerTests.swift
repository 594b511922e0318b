import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

struct ClockPlayerTests {
  @Test(arguments: [
    (1.0, 0, 1400), (1, 999, 1400), (1, 1000, 2000), (1, 2999, 3000), (60, 1000, 61_000), (0.5, 1000, 1900),
    (0.5, 3000, 2900), (0.001, 1000, 1401), (1_000_000, 1000, 1_000_001_000),
  ])
  func theTimeThatIsShownIsRoundAndChangesOnceASecond(rate: Double, elapsed: Int, shown: Int) {
    let player = ClockPlayer(rate: rate, origin: .milliseconds(1400), start: .seconds(7))
    #expect(player.shownTime(at: .seconds(7) + .milliseconds(elapsed)) == .milliseconds(shown))
  }

  @Test func theNextTimeIsShownWhenASecondIsOver() {
    let player = ClockPlayer(rate: 60, origin: .zero, start: .seconds(7))
    #expect(player.restOfSecond(at: .seconds(7)) == .seconds(1))
    #expect(player.restOfSecond(at: .milliseconds(9300)) == .milliseconds(700))
  }
}
