import ComposableArchitecture
import CustomDump
import Foundation
import Testing

@testable import Agenda

@MainActor
@Suite
struct AgendaTests {
  let plan = Plan(
    id: UUID(1),
    title: "Weekly",
    topics: [Topic(id: UUID(2), minutes: 1, title: "News"), Topic(id: UUID(3), minutes: 2, title: "Plans")]
  )

  @Test func addsAPlan() async {
    let store = TestStore(initialState: PlanList.State()) {
      PlanList()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.addButtonTapped) {
      $0.new = PlanForm.State(plan: Plan(id: UUID(0), topics: [Topic(id: UUID(1))]))
    }
    await store.send(.saveButtonTapped)
    await store.send(.new(.presented(.binding(.set(\.plan.title, "Weekly"))))) {
      $0.new?.plan.title = "Weekly"
    }
    await store.send(.new(.presented(.binding(.set(\.plan.topics, [Topic(id: UUID(1), title: "News")]))))) {
      $0.new?.plan.topics[id: UUID(1)]?.title = "News"
    }
    await store.send(\.new.addTopicButtonTapped) {
      $0.new?.plan.topics.append(Topic(id: UUID(2)))
      $0.new?.focus = .topic(UUID(2))
    }
    await store.send(.saveButtonTapped) {
      $0.new = nil
      $0.$plans.withLock {
        $0 = [Plan(id: UUID(0), title: "Weekly", topics: [Topic(id: UUID(1), title: "News")])]
      }
    }
  }

  @Test func movesTopics() async {
    let store = TestStore(initialState: PlanForm.State(plan: plan)) { PlanForm() }

    await store.send(.moveTopics([0], 2)) {
      $0.plan.topics = [plan.topics[1], plan.topics[0]]
    }
    await store.send(.deleteTopics([0, 1])) {
      $0.plan.topics = []
    }
  }

  @Test func meetingRunsToItsEnd() async {
    let clock = TestClock()
    let (dismissals, bells) = (LockIsolated(0), LockIsolated(0))
    let store = TestStore(initialState: Moderation.State(plan: Shared(value: plan))) {
      Moderation()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 1000)
      $0.dismiss = DismissEffect { dismissals.withValue { $0 += 1 } }
      $0.ringBell = { bells.withValue { $0 += 1 } }
      $0.transcriber.permission = { .unknown }
      $0.transcriber.ask = { .allowed }
      $0.transcriber.listen = {
        AsyncThrowingStream { continuation in
          continuation.yield("Hello")
          continuation.finish()
        }
      }
    }
    store.exhaustivity = .off

    let task = await store.send(.task)
    await store.receive(\.listening.success, "Hello") {
      $0.transcript = "Hello"
    }
    await clock.advance(by: .seconds(60))
    await store.skipReceivedActions()
    store.assert {
      $0.elapsed = 0
      $0.index = 1
    }
    #expect(bells.value == 1)
    await store.send(.pauseButtonTapped)
    await clock.advance(by: .seconds(60))
    await store.skipReceivedActions()
    #expect(store.state.remaining == .seconds(120))
    await store.send(.pauseButtonTapped)
    await clock.advance(by: .seconds(120))
    await store.skipReceivedActions()
    #expect(dismissals.value == 1)
    expectNoDifference(store.state.plan.held, [Date(timeIntervalSince1970: 1000)])
    #expect(store.state.plan.topics[0].notes == "Hello")
    await task.cancel()
  }

  @Test func deletesAPlan() async throws {
    @Shared(.plans) var plans = [plan]
    let shared = try #require(Shared($plans[id: plan.id]))
    let store = TestStore(
      initialState: Agenda.State(path: StackState([.detail(PlanDetail.State(plan: shared))]))
    ) {
      Agenda()
    }

    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .alert(.delete)
    }
    await store.send(\.path[id: 0].detail.destination.alert.delete) {
      $0.path[id: 0, case: \.detail]?.destination = nil
      $0.list.$plans.withLock { $0 = [] }
    }
    await store.receive(\.path.popFrom) {
      $0.path = StackState()
    }
  }

  @Test func editsAndStarts() async throws {
    @Shared(.plans) var plans = [plan]
    let store = TestStore(initialState: Agenda.State()) {
      Agenda()
    } withDependencies: {
      $0.transcriber.permission = { .allowed }
    }
    store.exhaustivity = .off

    await store.send(.planTapped(plan.id))
    await store.send(\.path[id: 0].detail.editButtonTapped)
    var edited = plan
    edited.title = "Daily"
    await store.send(\.path[id: 0].detail.destination.edit.binding.plan, edited)
    await store.send(\.path[id: 0].detail.doneButtonTapped)
    #expect(plans.first?.title == "Daily")
    await store.send(\.path[id: 0].detail.startButtonTapped)
    await store.receive(\.path[id: 0].detail.delegate.start)
    #expect(store.state.path.count == 2)
    #expect(store.state.path.last?.moderation?.plan.title == "Daily")
  }
}
