import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import TodoShellValues

/// All questions about a history give the answers that follow from the expression's value at each moment, according to
/// a model without a parser and types.
struct AgreementTests {
  /// The value of an expression at a moment.
  private enum Outcome: Equatable {
    case value(Plain)
    case missing
    case wrong

    var holds: Bool { self == .value(.bool(true)) }
    var plain: Plain? { if case .value(let value) = self { value } else { nil } }
  }

  private typealias Ledgers = Debugger<Ledger.State, Ledger.Action>

  /// - Parameter count: The number of entries at the start; many are counted in a different way from a few.
  private static func history(_ seed: UInt64, entries count: Int) throws -> Ledgers {
    var generator = SeededGenerator(seed: seed)
    var state = Ledger.State()
    for id in 0..<count { state.entries.append(.random(id: 100 + id, using: &generator)) }
    var states = [state]
    let steps = (0..<14).map { _ -> Int? in
      if generator.below(6) == 0 { return nil }
      state.change(using: &generator)
      states.append(state)
      return states.count - 1
    }
    let ledger = Ledger(states: states)
    let debugger = Ledgers(program: "ledger") { seed, epoch in
      Session(initialState: ledger.states[0], seed: seed, epoch: epoch) { ledger }
    }
    for step in steps {
      if let step { try debugger.send(.go(to: step)) } else { try debugger.advance(by: .milliseconds(500)) }
    }
    return debugger
  }

  @Test func everyQuestionAgreesWithTheValueAtEachMoment() throws {
    var debugger = try Self.history(0, entries: 0)
    for seed in 0..<UInt64(max(500, rounds(100))) {
      if seed.isMultiple(of: 25) {
        debugger = try Self.history(seed, entries: seed.isMultiple(of: 200) ? 70 : 0)
      }
      var random = RandomQuery(seed: seed)
      let depth = 1 + random.generator.below(4)
      switch seed % 5 {
      case 0: try check(random.number(depth), seed, debugger) { .int($0) }
      case 1: try check(random.text(depth), seed, debugger) { .text($0) }
      case 2: try check(random.duration(depth), seed, debugger) { .duration($0) }
      default: try check(random.bool(depth), seed, debugger) { .bool($0) }
      }
    }
  }

  /// Where an evaluation takes too many steps, each question says so, whatever it remembers of other moments.
  @Test(arguments: [
    "entries.allSatisfy { TEXT.isEmpty || true }",
    "entries.filter { TEXT.isEmpty && $0.count == 9 }.count > limit",
  ])
  func everyQuestionEndsAtTheSameNumberOfSteps(text: String) throws {
    func sizes(_ debugger: Ledgers) -> [Int] {
      debugger.session.moments.map { $0.state.entries.filter { !$0.title.isEmpty }.count }
    }
    let histories = (0..<UInt64(100)).lazy.compactMap { try? Self.history($0, entries: 30) }
    let debugger = try #require(histories.first { Set(sizes($0)).count > 1 })
    let moments = debugger.session.moments.map { AnyMoment($0) }
    let sizes = sizes(debugger)
    let most = try #require(sizes.max())
    // A long text costs steps, but little time: only those of the longest list are too many.
    let count = ExpressionContext.defaultStepLimit * 64 / (4_000 * most) * 51 / 50
    let long = "String(repeating: String(repeating: $0.title, count: 1_000), count: \(count))"
    let expression = try Expression(parsing: SourceText(text.replacing("TEXT", with: long)))
    let expected = moments.map { moment in
      do throws(Diagnostic) {
        return Outcome.value(Plain(try Expression(parsing: expression.source).value(at: moment).wrapped))
      } catch { return .wrong }
    }
    #expect(expected == sizes.map { $0 == most ? .wrong : .value(.bool(text.hasPrefix("entries.all"))) })
    let answers = Answers(
      expression: expression,
      moments: moments,
      expected: expected,
      debugger: debugger,
      seed: 0
    )
    try answers.checkCondition("\(text)")
  }

  /// The value of an element is followed by the element's id, even if the element moves in its list.
  @Test func whyFollowsAnElementToItsLastChange() throws {
    for seed in 0..<UInt64(rounds(20)) {
      let debugger = try Self.history(seed, entries: 3)
      let states = debugger.session.moments.map(\.state)
      for (index, state) in states.enumerated() {
        for (place, entry) in state.entries.enumerated().prefix(3) {
          let values = states[...index].map { $0.entries[id: entry.id]?.isDone }
          let change = (0...index).last { $0 > 0 && values[$0] != values[$0 - 1] }
          let expression = try Expression(parsing: SourceText("entries[\(place)].isDone"))
          let cause = try debugger.blame(expression, at: AnyMoment(debugger.session.moments[index]))
            .explanation
          #expect(cause.moment?.number == change, "seed \(seed), entries[\(place)] at #\(index)")
          let moved = (0...index).last {
            $0 > 0 && states[$0 - 1].entries.dropFirst(place).first?.id != entry.id
          }
          #expect(
            cause.moved == nil || cause.moved?.number == moved,
            "seed \(seed), entries[\(place)] at #\(index)"
          )
        }
      }
    }
  }

  private func check<Value>(
    _ query: Query<Value>,
    _ seed: UInt64,
    _ debugger: Ledgers,
    _ plain: (Value) -> Plain
  ) throws {
    let moments = debugger.session.moments.map { AnyMoment($0) }
    let (states, times) = (debugger.session.moments.map(\.state), moments.map(\.now))
    let label: Comment = "seed \(seed): \(query.text)"
    let expected = moments.indices.map { index in
      do throws(QueryFailure) {
        let value = try query.body(Frame(states: states, times: times, moment: index))
        return Outcome.value(value.map(plain) ?? .null)
      } catch { return error == .missing ? .missing : .wrong }
    }
    let printed = moments.map { moment in
      do throws(Diagnostic) {
        return Outcome.value(Plain(try Expression(parsing: SourceText(query.text)).value(at: moment).wrapped))
      } catch { return error.concernsMissingValue ? .missing : .wrong }
    }
    #expect(printed == expected, label)
    guard printed == expected else { return }
    let expression = try Expression(parsing: SourceText(query.text))
    if expression.isConstant { return }
    let answers = Answers(
      expression: expression,
      moments: moments,
      expected: expected,
      debugger: debugger,
      seed: Int(seed)
    )
    if Value.self == Bool.self { try answers.checkCondition(label) }
    try answers.checkValue(label)
  }

  /// The answers about an expression, and the values to compare them with.
  private struct Answers {
    let expression: Expression
    let moments: [AnyMoment]
    let expected: [Outcome]
    let debugger: Ledgers
    let seed: Int

    /// The error that a query throws if it evaluates the expression at some moments, the earliest or latest first.
    private func isRefused(at indices: some Sequence<Int>) -> Bool {
      indices.contains { expected[$0] == .wrong }
    }

    private func fresh() throws -> Expression { try Expression(parsing: expression.source) }

    private var starts: [Int] {
      moments.indices.filter { expected[$0].holds && ($0 == 0 || !expected[$0 - 1].holds) }
    }

    func checkCondition(_ label: Comment) throws {
      let isMissing = expected.allSatisfy { $0 == .missing || $0 == .value(.null) }
      let isRefused = isRefused(at: moments.indices) || isMissing
      let found = Result { try debugger.find(fresh(), every: true).moments.map(\.number) }
      #expect((try? found.get()) == (isRefused ? nil : starts), "find -a, \(label)")
      let first = starts.first ?? moments.count - 1
      let refusesFirst = self.isRefused(at: 0...first) || isMissing
      let firstFound = Result { try debugger.find(fresh()).moments.map(\.number) }
      #expect((try? firstFound.get()) == (refusesFirst ? nil : Array(starts.prefix(1))), "find, \(label)")
      let stretches = Result { try debugger.stretches(of: fresh()).stretches }
      let held = (try? stretches.get())?.flatMap { Array($0.first.number...$0.last.number) }
      #expect(held == (isRefused ? nil : moments.indices.filter { expected[$0].holds }), "when, \(label)")
      try checkBreakpoint(label)
      try checkExpectation(label)
    }

    /// A breakpoint is reached where the condition begins to be true, and where it can no longer be evaluated.
    private func checkBreakpoint(_ label: Comment) throws {
      let breakpoint = Breakpoint(number: 1, condition: .expression(try fresh()))
      for index in moments.indices.dropFirst() {
        let reached = Result { try breakpoint.isReached(at: moments[index], after: moments[index - 1]) }
        let isRefused = expected[index] == .wrong && expected[index - 1] != .wrong
        let isReached = expected[index].holds && !expected[index - 1].holds
        #expect((try? reached.get()) == (isRefused ? nil : isReached), "break at #\(index), \(label)")
      }
    }

    private func checkExpectation(_ label: Comment) throws {
      let expression = try fresh()
      for (moment, outcome) in zip(moments, expected) {
        let explained = moment.withState { state in
          Result {
            try expression.explanationOfFailure(in: ExpressionContext(state, at: moment)) { "\($0)" } == nil
          }
        }
        let isValue = outcome.plain.map { $0 == .bool(true) || $0 == .bool(false) } ?? false
        #expect(
          (try? explained.get()) == (isValue ? outcome.holds : nil),
          "expect at #\(moment.number), \(label)"
        )
      }
    }

    func checkValue(_ label: Comment) throws {
      let values = Result {
        try debugger.plot([fresh()]).series.count
      }
      let isMissing = expected.allSatisfy { $0 == .missing }
      #expect(
        ((try? values.get()) == nil) == (isRefused(at: moments.indices) || isMissing),
        "plot, \(label): \(values)"
      )
      checkWatch(label)
      // Each moment in a third of the rounds.
      for index in moments.indices where (index + seed).isMultiple(of: 3) { try checkCause(at: index, label) }
    }

    private func checkWatch(_ label: Comment) {
      var changes = 0
      let observation = debugger.observe { if $0 is WatchChanged { changes += 1 } }
      defer { observation.cancel() }
      guard (try? debugger.watch(fresh())) != nil else {
        return #expect(expected.last == .wrong, "watch, \(label)")
      }
      defer { debugger.stops.watches.removeAll() }
      for index in moments.indices.dropFirst() {
        let (old, new) = (expected[index - 1], expected[index])
        changes = 0
        debugger.halt.failure = nil
        debugger.tellWatched(from: moments[index - 1], to: moments[index])
        let isFailure = debugger.halt.failure != nil
        debugger.halt.failure = nil
        #expect(isFailure == (new == .wrong && old != .wrong), "watch at #\(index), \(label)")
        #expect((changes == 1) == (new != .wrong && old.plain != new.plain), "watch at #\(index), \(label)")
      }
    }

    /// The last change up to a moment, and the parts that decide it, each with the value that it has.
    private func checkCause(at index: Int, _ label: Comment) throws {
      let moment = moments[index]
      let change = (0...index).last { $0 > 0 && expected[$0].plain != expected[$0 - 1].plain }
      let end = (0...index).last { $0 > 0 && self.isRefused(at: [$0, $0 - 1]) } ?? 0
      let isRefused =
        expected[index] == .wrong || end > (change ?? 0)
        || change.map { self.isRefused(at: [$0, $0 - 1]) } ?? false
      do {
        let cause = try debugger.blame(fresh(), at: moment).explanation
        #expect(!isRefused, "why at #\(index), \(label)")
        if expression.path == nil { #expect(cause.moment?.number == change, "why at #\(index), \(label)") }
        for reason in cause.because {
          let part = try Expression(parsing: SourceText(reason.expression))
          let value = try Diagnostic.unlessMissing { () throws(Diagnostic) in try part.value(at: moment) }
          let text = moment.withState { _ in value.map { ValueOutline.label(of: $0.wrapped) } }
          #expect(text == reason.value, "why at #\(index), \(reason.expression), \(label)")
        }
      } catch let error as Diagnostic {
        let isMissing = expected[...index].allSatisfy { $0 == .missing }
        #expect(isRefused || isMissing || error.concernsMissingValue, "why at #\(index), \(error), \(label)")
        for note in error.notes where note.hasPrefix("evaluated at #") {
          let number = Int(note.dropFirst("evaluated at #".count))
          #expect(number.map { expected[$0] } == .wrong, "why at #\(index), \(note), \(label)")
        }
      }
    }
  }
}

/// A value of an expression, whatever its type.
enum Plain: Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(String)
  case duration(Duration)
  case other(String)

  init(_ value: Any?) {
    switch value {
    case nil: self = .null
    case let value as Bool: self = .bool(value)
    case let value as any BinaryInteger: self = .int(Int(value))
    case let value as Double: self = .double(value)
    case let value as any StringProtocol: self = .text(String(value))
    case let value as Character: self = .text(String(value))
    case let value as Duration: self = .duration(value)
    case let value?: self = .other("\(value)")
    }
  }
}
