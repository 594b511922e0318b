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

  // .binding(.set(\.number, 0))
  await store.send(.binding(.set(\.number, 0))) {
    $0.number = 0
  }

  // .binding(.set(\.ratio, -.infinity))
  await store.send(.binding(.set(\.ratio, -.infinity))) {
    $0.ratio = -.infinity
  }

  // .binding(.set(\.ratio, 1e-300))
  await store.send(.binding(.set(\.ratio, 1e-300))) {
    $0.ratio = 1e-300
  }

  // .binding(.set(\.text, "\"\\(count)\"\n"))
  await store.send(.binding(.set(\.text, "\"\\(count)\"\n"))) {
    $0.text = "\"\\(count)\"\n"
  }

  // .binding(.set(\.letter, "👩‍👩‍👧"))
  await store.send(.binding(.set(\.letter, "👩‍👩‍👧"))) {
    $0.letter = "👩‍👩‍👧"
  }

  // .binding(.set(\.date, Date("2001-01-01T00:00:12.750Z")))
  await store.send(.binding(.set(\.date, Date(timeIntervalSinceReferenceDate: 12.75)))) {
    $0.date = Date(timeIntervalSinceReferenceDate: 12.75)
  }

  // .binding(.set(\.url, URL("https://example.com/?q=%22")))
  await store.send(.binding(.set(\.url, URL(string: "https://example.com/?q=%22")!))) {
    $0.url = URL(string: "https://example.com/?q=%22")!
  }

  // .binding(.set(\.url, nil))
  await store.send(.binding(.set(\.url, nil))) {
    $0.url = nil
  }

  // .binding(.set(\.id, UUID("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")))
  await store.send(
    .binding(.set(\.id, UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!))
  ) {
    $0.id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
  }

  // .binding(.set(\.data, Data(base64Encoded: "AP8=")))
  await store.send(.binding(.set(\.data, Data(base64Encoded: "AP8=")!))) {
    $0.data = Data(base64Encoded: "AP8=")!
  }

  // .binding(.set(\.price, 0.1))
  await store.send(.binding(.set(\.price, Decimal(string: "0.1")!))) {
    $0.price = Decimal(string: "0.1")!
  }

  // .binding(.set(\.delay, 1.25s))
  await store.send(.binding(.set(\.delay, .milliseconds(1250)))) {
    $0.delay = .milliseconds(1250)
  }

  // .binding(.set(\.delay, 1.000000000000000001s))
  await store.send(
    .binding(.set(\.delay, Duration(secondsComponent: 1, attosecondsComponent: 1)))
  ) {
    $0.delay = Duration(secondsComponent: 1, attosecondsComponent: 1)
  }

  // .binding(.set(\.tags, ["a", "b"]))
  await store.send(.binding(.set(\.tags, ["a", "b"]))) {
    $0.tags.insert("a")
    $0.tags.insert("b")
  }

  // .binding(.set(\.tags, ["b", "c"]))
  await store.send(.binding(.set(\.tags, ["b", "c"]))) {
    $0.tags.remove("a")
    $0.tags.insert("c")
  }

  // .binding(.set(\.scores, ["a": 2, "b": 1]))
  await store.send(.binding(.set(\.scores, ["a": 2, "b": 1]))) {
    $0.scores["a"] = 2
    $0.scores["b"] = 1
  }

  // .binding(.set(\.scores, ["b": 3]))
  await store.send(.binding(.set(\.scores, ["b": 3]))) {
    $0.scores["a"] = nil
    $0.scores["b"] = 3
  }

  // .binding(.set(\.notes, ["x", "y"]))
  await store.send(.binding(.set(\.notes, ["x", "y"]))) {
    $0.notes = ["x", "y"]
  }

  // .binding(.set(\.notes, ["x"]))
  await store.send(.binding(.set(\.notes, ["x"]))) {
    $0.notes.removeLast()
  }

  // .binding(.set(\.place.visits, 2))
  await store.send(.binding(.set(\.place.visits, 2))) {
    $0.place.visits = 2
  }

  // .binding(.set(\.range, 1..<2))
  await store.send(.binding(.set(\.range, 1..<2))) {
    $0.range = 1..<2
  }

  // .binding(.set(\.mood, .moving(to: "Pond", in: 2s)))
  await store.send(.binding(.set(\.mood, .moving(to: "Pond", in: .seconds(2))))) {
    $0.mood = .moving(to: "Pond", in: .seconds(2))
  }

  // .binding(.set(\.animals, [Zoo.Animal(id: 9, name: "Owl", weight: nil)]))
  await store.send(.binding(.set(\.animals, [Zoo.Animal(id: 9, name: "Owl", weight: nil)]))) {
    $0.animals = [Zoo.Animal(id: 9, name: "Owl", weight: nil)]
  }

  // .born(Zoo.Animal(id: 1, name: "Emu", weight: 1.0))
  await store.send(.born(Zoo.Animal(id: 1, name: "Emu", weight: 1.0))) {
    $0.mood = .loud(Zoo.Noise(level: 1, name: "roar"))
    $0.animals.append(Zoo.Animal(id: 1, name: "Emu", weight: 1.0))
  }

  // .born(Zoo.Animal(id: 2, name: "Cat", weight: 2.0))
  await store.send(.born(Zoo.Animal(id: 2, name: "Cat", weight: 2.0))) {
    $0.mood[case: \.loud]?.level = 2
    $0.animals.append(Zoo.Animal(id: 2, name: "Cat", weight: 2.0))
  }

  // .born(Zoo.Animal(id: 3, name: "Ant", weight: 3.0))
  await store.send(.born(Zoo.Animal(id: 3, name: "Ant", weight: 3.0))) {
    $0.mood[case: \.loud]?.level = 3
    $0.animals.append(Zoo.Animal(id: 3, name: "Ant", weight: 3.0))
  }

  // .sorted
  await store.send(.sorted) {
    $0.animals.move(fromOffsets: [3], toOffset: 0)
    $0.animals.move(fromOffsets: [3], toOffset: 1)
    $0.animals.move(fromOffsets: [3], toOffset: 2)
  }

  // .askedToClose
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

  // .alert(.presented(.feed(1)))
  await store.send(.alert(.presented(.feed(1)))) {
    $0.animals[id: 1]?.weight = 7.5
    $0.alert = nil
  }

  // .askedToClose
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

  // .alert(.presented(.close))
  await store.send(.alert(.presented(.close))) {
    $0.mood = .moving(to: "Bed", in: .milliseconds(1500))
    $0.alert = nil
  }

  // .left(2)
  await store.send(.left(2)) {
    $0.place = Zoo.Place(name: "Exit", visits: 3)
    $0.animals.remove(id: 2)
  }

  // .dice
  await store.send(.dice) {
    $0.count = 389830
    $0.date = Date(timeIntervalSinceReferenceDate: 0.0)
    $0.id = UUID(0)
  }

  // .visited("Ann")
  await store.send(.visited("Ann")) {
    $0.$guests.withLock { $0 = ["Ann"] }
    $0.tags.insert("Ann")
    $0.scores["Ann"] = 1
  }

  // .visited("Ann")
  await store.send(.visited("Ann")) {
    $0.$guests.withLock { $0.append("Ann") }
    $0.scores["Ann"] = 2
  }

  // .visited("Bob")
  await store.send(.visited("Bob")) {
    $0.$guests.withLock { $0.append("Bob") }
    $0.tags.insert("Bob")
    $0.scores["Bob"] = 1
  }

  // .hired("Lee")
  // The change cannot be written in Swift, and is not asserted.
  await store.withExhaustivity(.off) {
    await store.send(.hired("Lee"))
  }

  // .reported
  await withKnownIssue {
    await store.send(.reported) {
      $0.count = 389831
    }
  } matching: { "\($0)".contains("The \"zoo\" is closed.") }

  // .ringButtonTapped
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

  // .ringButtonTapped
  await store.send(.ringButtonTapped)

  // 4 effects are still in flight.
  await store.skipInFlightEffects()
}
