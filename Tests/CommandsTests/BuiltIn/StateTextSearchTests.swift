import Core
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TodoShellDebugger

struct StateTextSearchTests {
  @Test(arguments: ["Ann", "true", "name: \"\"", "2", "],", "[", "", "lots: [", "lots: ", "one\ntwo", "(0)"])
  func whatWasKnownOfTheLastStateChangesNoAnswer(text: String) throws {
    let session = try Self.wildSession(seed: UInt64(text.count))
    var search = StateTextSearch(text)
    var answers: Set<Bool> = []
    // On and on, and then to and fro.
    let places =
      Array(session.moments.indices) + session.moments.indices.map { $0 * 7 % session.moments.count }
    for place in places {
      let moment = session.moments[place]
      var fresh = StateTextSearch(text)
      let answer = search.occurs(at: AnyMoment(moment))
      #expect(answer == fresh.occurs(at: AnyMoment(moment)), "#\(place)")
      answers.insert(answer)
    }
    if text == "Ann" || text == "true" { #expect(answers.count == 2, "there is something to find") }
  }

  private static func wildSession(seed: UInt64) throws -> Session<Roster.State, Roster.Action> {
    var random = SeededGenerator(seed: seed)
    let session = Session(initialState: Roster.State()) { Roster() }
    for _ in 0..<150 {
      guard let entry = session.state.entries.randomElement(using: &random),
        !Int.random(in: 0..<4, using: &random).isMultiple(of: 4)
      else {
        try session.send(.add)
        continue
      }
      let names = ["Ann", "Bob", "one\ntwo", ""]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try session.send(.rename(entry.id, names.randomElement(using: &random) ?? ""))
      case 1, 2: try session.send(.toggle(entry.id))
      case 3, 4: try session.send(.remove(entry.id))
      default: try session.advance(by: .milliseconds(600))
      }
    }
    return session
  }

  /// An element that counts how often it is put into words.
  private struct Noted: Equatable, Identifiable, CustomDumpStringConvertible {
    static let dumps = Atomic(0)
    let id: Int

    var customDumpDescription: String {
      Self.dumps.add(1, ordering: .relaxed)
      return "Noted \(id)"
    }
  }

  @Test func aQuestionCostsAsMuchAsTheChange() throws {
    let session = Session(initialState: IdentifiedArray(uniqueElements: (0..<1_000).map { Noted(id: $0) })) {
      Reduce<IdentifiedArrayOf<Noted>, Int> { state, action in
        state.insert(Noted(id: action), at: 0)
        return .none
      }
    }
    for number in 1_000..<1_200 { try session.send(number) }
    Noted.dumps.store(0, ordering: .relaxed)
    var search = StateTextSearch("Noted 1100")
    #expect(session.moments.filter { search.occurs(at: AnyMoment($0)) }.map(\.number) == Array(101...200))
    // All of the first state, and then what was put in.
    #expect(Noted.dumps.load(ordering: .relaxed) <= 1_000 + 200 * 4)
  }
}
