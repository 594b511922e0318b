import Core
import Testing

@testable import TodoShellDebugger

struct PlotTests {
  struct Gauge: Reducer {
    struct State: Equatable, Sendable {
      var level = 0
      var mode = Mode.idle
      var last: Int?
    }
    enum Mode: Sendable { case idle, busy }
    enum Action: Sendable { case set(Int), mode(Mode) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .set(let level): (state.level, state.last) = (level, level)
      case .mode(let mode): state.mode = mode
      }
      return .none
    }
  }

  private let debugger = Debugger(program: "gauge") { seed, epoch in
    Session(initialState: Gauge.State(), seed: seed, epoch: epoch) { Gauge() }
  }

  private func plot(_ expressions: String, width: Int, byMoment: Bool = false) throws -> String {
    let list = try Expression.list(parsing: SourceText(expressions))
    return try debugger.plot(list, byMoment: byMoment).lines(Page(columns: width)).joined(separator: "\n")
  }

  private func record() throws {
    for level in [1, 4, 2] {
      try debugger.advance(by: .seconds(1))
      try debugger.send(.set(level))
    }
    try debugger.send(.mode(.busy))
    try debugger.advance(by: .seconds(1))
  }

  @Test func numbersAreBarsConditionsALineAndOtherValuesSteps() throws {
    try record()
    let drawing = try plot("level, level > 1, mode, last", width: 24)
    #expect(
      drawing == """
        level
        4│          █████
         │          █████
         │          █████
         │          █████▁▁▁▁▁▁▁
         │          ████████████
         │     ▁▁▁▁▁████████████
         │     █████████████████
        0│▁▁▁▁▁█████████████████
        level > 1
         │▁▁▁▁▁▁▁▁▁▁▄███████████
        mode
         │├.idle─────────├.busy─
        last
         │├nil─├1───├4───├2─────
         └┬────────────────────┬
          +0s                +4s
        """
    )
  }

  @Test func withoutTimeTheAxisIsThatOfMoments() throws {
    for level in [3, 1] { try debugger.send(.set(level)) }
    let drawing = try plot("level", width: 20)
    #expect(
      drawing == """
        level
        3│        █████████
         │        █████████
         │        █████████
         │        █████████
         │        █████████
         │        █████████▆
         │        ██████████
        0│▁▁▁▁▁▁▁▁██████████
         └┬────────────────┬
          #0              #2
        """
    )
  }

  @Test(arguments: [10, 20, 40, 79, 80, 200])
  func itFitsTheWidth(width: Int) throws {
    try record()
    for isByMoment in [false, true] {
      let lines = try plot("level, mode, last, now, level == 4", width: width, byMoment: isByMoment)
        .split(separator: "\n")
      #expect(lines.allSatisfy { $0.cellWidth <= max(width, 15) }, "\(lines)")
    }
  }

  @Test func aTextThatChangesInTheLastColumnIsShownAtTheEnd() throws {
    try debugger.advance(by: .seconds(1))
    try debugger.send(.mode(.busy))
    let drawing = try plot("mode", width: 30)
    #expect(
      drawing == """
        mode  at the end: .busy
        │├.idle──────────────────────├
        └┬───────────────────────────┬
         +0s                       +1s
        """
    )
  }

  @Test func changesWithoutRoomForTheirTextsAreCounted() throws {
    for level in 0..<100 { try debugger.send(.set(level)) }
    let lines = try plot("last", width: 20).split(separator: "\n")
    #expect(lines[1] == "│├100 changes┄┄┄┄┄┄┄", "\(lines)")
  }

  @Test func aValueThatChangesWithinAColumnShowsItsPeak() throws {
    try debugger.advance(by: .seconds(9))
    for level in [9, 0] { try debugger.send(.set(level)) }
    try debugger.advance(by: .seconds(9))
    let drawing = try plot("level", width: 12)
    #expect(drawing.contains("9│    █\n"), "\(drawing)")
  }

  @Test func changesAtTheFirstTimeAreDrawnMomentByMoment() throws {
    for level in [9, 0] { try debugger.send(.set(level)) }
    try debugger.advance(by: .seconds(1))
    let drawing = try plot("level", width: 12)
    #expect(drawing.contains("#0 ") && drawing.hasSuffix("#3"), "\(drawing)")
  }

  @Test func whatNeverChangesIsNotDrawn() throws {
    try debugger.advance(by: .seconds(1))
    #expect(
      try plot("level, mode, level > 0", width: 40) == """
        level  always 0
        mode  always .idle
        level > 0  always false
        """
    )
    try debugger.send(.set(1))
    #expect(try plot("level, mode", width: 20).hasPrefix("level\n1│"))
  }

  @Test(arguments: [0, 3, -1]) func aNumberThatIsMissingAtFirstAndThenConstantIsDrawn(level: Int) throws {
    try debugger.send(.set(level))
    let lines = try plot("last!", width: 20).split(separator: "\n")
    #expect(lines.first == "last!" && lines.last?.hasSuffix("#1") == true, "\(lines)")
  }

  @Test func centuriesFitOnTheAxis() throws {
    try debugger.advance(by: .seconds(1))
    try debugger.send(.set(1))
    try debugger.advance(by: .seconds(400 * 365 * 86_400))
    #expect(try plot("level", width: 40).contains("+50000d"))
  }

  @Test func valuesAreListedWhereTheyChange() throws {
    try record()
    let json = try debugger.plot([Expression(parsing: SourceText("last"))]).json.text
    #expect(
      json.contains(#"{"moment":0,"time":"0s","nanoseconds":0,"value":null},{"moment":2,"time":"1s""#),
      "\(json)"
    )
  }
}
