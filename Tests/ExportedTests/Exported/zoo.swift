// Exported from a session of zoo: 46 moments in 2s of virtual time.
import Core
import Foundation
import Testing

@testable import Menagerie

@Test func zoo() async {
  let clock = TestClock()
  // The initial state cannot be written in Swift: create it as the program does.
  let store = TestStore(initialState: Zoo.State()) {
    Zoo()
  } withDependencies: {
    $0.useSessionValues(clock: clock, seed: 7)
  }
  await zooPart1(store, clock)
  await zooPart2(store, clock)
}

private func zooPart1(_ store: TestStore<Zoo.State, Zoo.Action>, _ clock: TestClock<Duration>) async {
  await store.send(.binding(.set(\.number, 0))) {
    $0.number = 0
  }

  await store.send(.binding(.set(\.ratio, -.infinity))) {
    $0.ratio = -.infinity
  }

  await store.send(.binding(.set(\.ratio, 1e-300))) {
    $0.ratio = 1e-300
  }

  await store.send(.binding(.set(\.text, "\"\\(count)\"\n"))) {
    $0.text = "\"\\(count)\"\n"
  }

  await store.send(.binding(.set(\.letter, "👩‍👩‍👧"))) {
    $0.letter = "👩‍👩‍👧"
  }

  await store.send(.binding(.set(\.date, Date(timeIntervalSinceReferenceDate: 12.75)))) {
    $0.date = Date(timeIntervalSinceReferenceDate: 12.75)
  }

  await store.send(.binding(.set(\.url, URL(string: "https://example.com/?q=%22")!))) {
    $0.url = URL(string: "https://example.com/?q=%22")!
  }

  await store.send(.binding(.set(\.url, nil))) {
    $0.url = nil
  }

  await store.send(
    .binding(.set(\.id, UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!))
  ) {
    $0.id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
  }

  await store.send(.binding(.set(\.data, Data(base64Encoded: "AP8=")!))) {
    $0.data = Data(base64Encoded: "AP8=")!
  }

  await store.send(.binding(.set(\.price, Decimal(string: "0.1")!))) {
    $0.price = Decimal(string: "0.1")!
  }

  await store.send(.binding(.set(\.delay, .milliseconds(1250)))) {
    $0.delay = .milliseconds(1250)
  }

  await store.send(
    .binding(.set(\.delay, Duration(secondsComponent: 1, attosecondsComponent: 1)))
  ) {
    $0.delay = Duration(secondsComponent: 1, attosecondsComponent: 1)
  }

  await store.send(.binding(.set(\.tags, ["a", "b"]))) {
    $0.tags.insert("a")
    $0.tags.insert("b")
  }

  await store.send(.binding(.set(\.tags, ["b", "c"]))) {
    $0.tags.remove("a")
    $0.tags.insert("c")
  }

  await store.send(.binding(.set(\.scores, ["a": 2, "b": 1]))) {
    $0.scores["a"] = 2
    $0.scores["b"] = 1
  }

  await store.send(.binding(.set(\.scores, ["b": 3]))) {
    $0.scores["a"] = nil
    $0.scores["b"] = 3
  }

  await store.send(.binding(.set(\.notes, ["x", "y"]))) {
    $0.notes = ["x", "y"]
  }

  await store.send(.binding(.set(\.notes, ["x"]))) {
    $0.notes.removeLast()
  }

  await store.send(.binding(.set(\.place.visits, 2))) {
    $0.place.visits = 2
  }

  await store.send(.binding(.set(\.range, 1..<2))) {
    $0.range = 1..<2
  }

  await store.send(.binding(.set(\.mood, .moving(to: "Pond", in: .seconds(2))))) {
    $0.mood = .moving(to: "Pond", in: .seconds(2))
  }

  await store.send(.binding(.set(\.animals, [Zoo.Animal(id: 9, name: "Owl", weight: nil)]))) {
    $0.animals = [Zoo.Animal(id: 9, name: "Owl", weight: nil)]
  }

  await store.send(.born(Zoo.Animal(id: 1, name: "Emu", weight: 1.0))) {
    $0.mood = .loud(Zoo.Noise(level: 1, name: "roar"))
    $0.animals.append(Zoo.Animal(id: 1, name: "Emu", weight: 1.0))
  }

  await store.send(.born(Zoo.Animal(id: 2, name: "Cat", weight: 2.0))) {
    $0.mood[case: \.loud]?.level = 2
    $0.animals.append(Zoo.Animal(id: 2, name: "Cat", weight: 2.0))
  }

  await store.send(.born(Zoo.Animal(id: 3, name: "Ant", weight: 3.0))) {
    $0.mood[case: \.loud]?.level = 3
    $0.animals.append(Zoo.Animal(id: 3, name: "Ant", weight: 3.0))
  }

  await store.send(.sorted) {
    $0.animals.move(fromOffsets: [2], toOffset: 4)
    $0.animals.move(fromOffsets: [1], toOffset: 4)
    $0.animals.move(fromOffsets: [0], toOffset: 4)
  }

  await store.send(.askedToClose) {
    $0.alert = AlertState { TextState("Close the \"zoo\"?") } actions: {
      ButtonState(
        role: .destructive,
        action: .send(.close, animation: .default)
      ) { TextState("Close") }
      ButtonState(action: .feed(1)) { TextState("Feed") }
      ButtonState(role: .cancel) { TextState("No") }
    }
  }

  await store.send(.alert(.presented(.feed(1)))) {
    $0.animals[id: 1]?.weight = 7.5
    $0.alert = nil
  }

  await store.send(.askedToClose) {
    $0.alert = AlertState { TextState("Close the \"zoo\"?") } actions: {
      ButtonState(
        role: .destructive,
        action: .send(.close, animation: .default)
      ) { TextState("Close") }
      ButtonState(action: .feed(1)) { TextState("Feed") }
      ButtonState(role: .cancel) { TextState("No") }
    }
  }

  await store.send(.alert(.presented(.close))) {
    $0.mood = .moving(to: "Bed", in: .milliseconds(1500))
    $0.alert = nil
  }

  await store.send(.left(2)) {
    $0.place = Zoo.Place(name: "Exit", visits: 3)
    $0.animals.remove(id: 2)
  }

  await store.send(.dice) {
    $0.count = 389830
    $0.date = Date(timeIntervalSinceReferenceDate: 0.0)
    $0.id = UUID(0)
  }

  await store.send(.visited("Ann")) {
    $0.$guests.withLock { $0 = ["Ann"] }
    $0.tags.insert("Ann")
    $0.scores["Ann"] = 1
  }

  await store.send(.visited("Ann")) {
    $0.$guests.withLock { $0.append("Ann") }
    $0.scores["Ann"] = 2
  }

  await store.send(.visited("Bob")) {
    $0.$guests.withLock { $0.append("Bob") }
    $0.tags.insert("Bob")
    $0.scores["Bob"] = 1
  }

  // The change cannot be written in Swift, and is not asserted.
  await store.withExhaustivity(.off) {
    await store.send(.hired("Lee"))
  }

  await withKnownIssue {
    await store.send(.reported) {
      $0.count = 389831
    }
  } matching: { "\($0)".contains("The \"zoo\" is closed.") }

  await store.send(.ringButtonTapped)

  // advance 2s
  await clock.advance(by: .seconds(1))
  await store.receive(\.bell) {
    $0.notes.append("bell 1")
  }
  await store.receive(\.bell) {
    $0.notes.append("bell 2")
  }
  await store.receive(\.bell) {
    $0.notes.append("bell 3")
  }
  await clock.advance(by: .seconds(1))
  store.assert {
    $0.$visits.withLock { $0 = 1 }
  }
}

private func zooPart2(_ store: TestStore<Zoo.State, Zoo.Action>, _ clock: TestClock<Duration>) async {
  await store.send(.ringButtonTapped)

  // 4 effects are still in flight.
  await store.skipInFlightEffects()
}
