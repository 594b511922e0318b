import TodoShellSessions
import Core
import CoreTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

/// A feature that traps is a finding, and the program goes on.
struct TrapTests {
  typealias Steps = (Session<Fragile.State, Fragile.Action>) -> [ExplorationStep<
    Fragile.State, Fragile.Action
  >]

  private func steps(_ fatal: Fragile.Fault) -> Steps {
    { _ in
      [Fragile.Action.up, .down, .wait, .fail(fatal)].map { action in
        ExplorationStep("\(action)", group: "\(action)") { try $0.send(action) }
      } + [.run]
    }
  }

  private func exploration(
    of properties: [Property<Fragile.State, Fragile.Action>] = [],
    workers: Int = 1,
    depth: Int = 20,
    steps: @escaping Steps
  ) throws -> Exploration<Fragile.State, Fragile.Action> {
    var plan = Exploration<Fragile.State, Fragile.Action>.Plan()
    (plan.sequences, plan.depth, plan.workers) = (2_000, depth, workers)
    let session = Session(initialState: Fragile.State()) { Fragile() }
    return try Exploration(of: properties, from: session, plan: plan, steps: steps)
  }

  /// The optimizer turns the recursion into a loop.
  @Test(arguments: Fragile.Fault.allCases.filter { isDebugBuild || $0 != .recursion }, [1, 2, 8])
  func everyTrapIsAFindingWithItsShortestSteps(_ fault: Fragile.Fault, workers: Int) throws {
    let exploration = try exploration(workers: workers, steps: steps(fault))
    let finding = try #require(exploration.run().first)
    #expect(finding.steps.map(\.text) == ["up", "up", "\(Fragile.Action.fail(fault))"] + fault.rest)
    #expect(finding.isShortest)
    guard case .trap(let trap) = finding.fault else {
      Issue.record("\(finding.fault)")
      return
    }
    if isDebugBuild, let message = fault.message {
      #expect(trap.message?.contains(message) == true, "\(trap)")
    }
    #expect(exploration.coverage.isComplete == false)
  }

  /// The report is the same for any number of threads.
  @Test(arguments: [Fragile.Fault.index, .effect])
  func theFindingIsTheSameForAnyNumberOfWorkers(_ fault: Fragile.Fault) throws {
    func outcome(_ workers: Int) throws -> String {
      let exploration = try exploration(workers: workers, steps: steps(fault))
      let findings = exploration.run().map { "\($0.steps.map(\.text)) \($0.fault) \($0.exhaustedLength)" }
      return "\(findings) " + String(customDumping: exploration.coverage)
    }
    let alone = try outcome(1)
    for workers in [2, 3, 8] { #expect(try outcome(workers) == alone, "\(workers) workers") }
  }

  @Test func aTrapEndsTheSearchForPropertiesAndLeavesThemOpen() throws {
    let exploration = try exploration(
      of: [.always("small") { $0.state.count < 100 }, .never("up twice") { _ in false }],
      steps: steps(.unwrap)
    )
    let findings = exploration.run()
    #expect(findings.count == 1 && findings[0].property == nil)
    for verdict in exploration.verdicts {
      guard case .holdsUpTo(2, 0) = verdict else {
        Issue.record("\(verdict)")
        continue
      }
    }
  }

  @Test func theFindingOfARandomSequenceIsShortened() throws {
    var plan = Exploration<Panel.State, Panel.Action>.Plan()
    (plan.sequences, plan.depth) = (600, 12)
    let session = Session(initialState: Panel.State()) {
      CombineReducers {
        Panel()
        Reduce<Panel.State, Panel.Action> { state, _ in
          precondition(state.count < 5, "five is too many")
          return .none
        }
      }
    }
    let exploration = try Exploration(from: session, plan: plan, steps: Panel.steps)
    let finding = try #require(exploration.run().first)
    #expect(finding.steps.map(\.text) == Array(repeating: "up", count: 5))
    #expect(finding.isMinimal && exploration.coverage.randomSequences > 0)
  }

  @Test func aFirstSequenceMayTrap() throws {
    let exploration = try exploration(steps: steps(.index))
    let step = { (action: Fragile.Action) in
      ExplorationStep<Fragile.State, Fragile.Action>("\(action)", group: "a") { try $0.send(action) }
    }
    exploration.firstSequences = [[step(.up), step(.up), step(.down), step(.up), step(.fail(.index))]]
    let finding = try #require(exploration.run().first)
    #expect(finding.steps.map(\.text) == ["up", "up", "\(Fragile.Action.fail(.index))"])
    #expect(exploration.coverage.sequences == 0)
  }

  @Test func sampledSequencesEndWithATrap() throws {
    let exploration = try exploration(
      of: [.sometimes("never") { _ in false }],
      workers: 2,
      steps: steps(.index)
    )
    _ = exploration.sample(1_000)
    #expect(exploration.findings.map { $0.steps.count } == [3])
  }

  @Test func aConditionThatTrapsIsAFindingAtItsState() throws {
    let values = [0, 1]
    let exploration = try exploration(of: [.always("listed") { values[$0.state.count] >= 0 }]) { _ in
      [ExplorationStep("up", group: "up") { try $0.send(.up) }]
    }
    let finding = try #require(exploration.run().first)
    guard case .trap = finding.fault else {
      Issue.record("\(finding.fault)")
      return
    }
    #expect(finding.steps.map(\.text) == ["up", "up"])
  }

  @Test func aTrapWhileStepsAreListedIsAFindingAtItsPlace() throws {
    let values = [0, 1]
    let exploration = try exploration { session in
      let value = values[session.state.count]
      return [ExplorationStep("up", group: "\(value)") { try $0.send(.up) }]
    }
    let finding = try #require(exploration.run().first)
    guard case .trap = finding.fault else {
      Issue.record("\(finding.fault)")
      return
    }
    #expect(finding.steps.map(\.text) == ["up", "up"])
  }

  @Test func anOrderOfEffectsThatTrapsIsAFinding() throws {
    let session = Session(initialState: Race.State()) { Race() }
    var plan = Exploration<Race.State, Race.Action>.Plan()
    (plan.sequences, plan.triesOrders) = (500, true)
    let exploration = try Exploration(from: session, plan: plan) { _ in
      [
        ExplorationStep("start", group: "start") { try $0.send(.start) },
        .advance(by: .seconds(1), text: "1 s"),
      ]
    }
    let finding = try #require(exploration.run().first)
    guard case .trap = finding.fault else {
      Issue.record("\(finding.fault)")
      return
    }
    #expect(finding.steps.map(\.text) == ["start", "step 1", "step 0"])
  }

  /// The lock of a shared value is not kept by the thread that has trapped while it changed the value.
  @Test func aSharedValueCanBeUsedAfterATrap() throws {
    @Shared(.inMemory("fragile")) var list = [1]
    let session = Session(initialState: FragileList.State()) { FragileList() }
    let exploration = try Exploration(from: session) { _ in
      [ExplorationStep("remove", group: "remove") { try $0.send(.remove) }]
    }
    let finding = try #require(exploration.run().first)
    #expect(finding.steps.map(\.text) == ["remove", "remove"])
    #expect(list == [1])
    try session.send(.remove)
    #expect(session.state.list == [])
  }

  @Test func taskLocalValuesAreThoseOfTheCaller() throws {
    enum Local { @TaskLocal static var number = 0 }
    let seen = Mutex(Set<Int>())
    let exploration = try exploration(
      of: [
        .always("seen") { _ in
          seen.withLock { _ = $0.insert(Local.number) }
          return true
        }
      ],
      workers: 2,
      depth: 2
    ) { _ in [ExplorationStep("up", group: "up") { try $0.send(.up) }] }
    Local.$number.withValue(7) { _ = exploration.run() }
    #expect(seen.withLock(\.self) == [7])
  }

  @Test func aTestReportsATrap() throws {
    try withKnownIssue {
      try expectNoViolation(
        of: .always("small") { $0.state.count < 100 },
        from: Session(initialState: Fragile.State()) { Fragile() },
        steps: steps(.unwrap)
      )
    } matching: { issue in
      issue.description.contains("the feature traps after [up, up, \(Fragile.Action.fail(.unwrap))]")
    }
  }
}

/// A feature that traps in many ways once it has counted to two.
struct Fragile: Reducer {
  struct State: Equatable, Sendable { var count = 0 }

  enum Fault: CaseIterable, Sendable {
    case index, unwrap, overflow, fatalError, precondition, recursion, abort, cast, memory, effect, locked

    /// The text that is printed about it.
    var message: String? {
      switch self {
      case .index: "Index out of range"
      case .unwrap, .effect, .locked: "Unexpectedly found nil"
      case .fatalError: "TrapTests.swift:"
      case .precondition: "Precondition failed: too many"
      case .recursion: "stack overflow"
      case .cast: "Could not cast value"
      case .overflow, .abort, .memory: nil
      }
    }

    /// The steps that must follow the action.
    var rest: [String] { self == .effect ? ["run"] : [] }
  }

  enum Action: Equatable, Sendable { case up, down, wait, fail(Fault), trap }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .up: state.count += 1
      case .down: state.count = max(state.count - 1, 0)
      case .wait: return .run { _ in try await clock.sleep(for: .seconds(1)) }
      case .trap: break
      case .fail(.effect) where state.count == 2:
        return .run { _ in
          try await clock.sleep(for: .seconds(1))
          print(none.withLock(\.self)!)
        }
      case .fail(let fault): if state.count == 2 { fail(fault) }
      }
      return .none
    }
  }
}

private let none = Mutex<Int?>(nil)
private let lent = LockIsolated<Int?>(nil)

private func fail(_ fault: Fragile.Fault) {
  let nothing = none.withLock(\.self)
  switch fault {
  case .index: print([1][nothing ?? 7])
  case .unwrap, .effect: print(nothing!)
  case .overflow: print(Int8.max + Int8(nothing ?? 1))
  case .fatalError: fatalError("too many")
  case .precondition: precondition(nothing != nil, "too many")
  case .recursion: print(depth(of: nothing ?? 1))
  case .abort: abort()
  case .cast: print((nothing as Any? ?? "text") as! Int)
  case .memory: print(UnsafePointer<Int>(bitPattern: nothing ?? 8)!.pointee)
  case .locked: lent.withValue { print($0!) }
  }
}

@inline(never)
private func depth(of number: Int) -> Int { number == 0 ? 0 : depth(of: number &+ 1) &+ number }

/// Two effects that are due at one instant, and must not end in the wrong order.
private struct Race: Reducer {
  struct State: Equatable, Sendable { var order: [Int] = [] }
  enum Action: Equatable, Sendable { case start, ended(Int) }
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .start:
        guard state.order.isEmpty else { return .none }
        state.order = [0]
        return .merge(
          [1, 2].map { number in
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(.ended(number))
            }
          }
        )
      case .ended(let number):
        state.order.append(number)
        precondition(state.order != [0, 2, 1], "the first one is late")
        return .none
      }
    }
  }
}

private struct FragileList: Reducer {
  struct State: Equatable, Sendable {
    @Shared(.inMemory("fragile")) var list = [1]
  }
  enum Action: Equatable, Sendable { case remove }

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.$list.withLock { _ = $0.remove(at: 0) }
      return .none
    }
  }
}
