import Core
import Testing

@CasePathable
private enum Action: Equatable {
  case tap
  case rename(String)
  case child(Child?)
  case move(from: Int, to: Int)

  @CasePathable
  enum Child: Equatable { case tap, rename(String) }
}

struct PartialCaseKeyPathTests {
  private let rename: PartialCaseKeyPath<Action> = \.rename

  @Test func aPathOfUnknownPayloadMakesValues() {
    #expect(rename("a") == .rename("a"))
    #expect(rename(1) == nil)
    let tap: PartialCaseKeyPath<Action> = \.tap
    #expect(tap(()) == .tap)
    let paths: [PartialCaseKeyPath<Action>] = [\.rename, \.child.some.rename, \.child?.rename]
    #expect(paths.map { $0("a") } == [.rename("a"), .child(.rename("a")), .child(.rename("a"))])
  }

  @Test func aPathOfUnknownPayloadTakesPayloadsOut() {
    #expect(Action.rename("a")[case: rename] as? String == "a")
    #expect(Action.tap[case: rename] == nil)
    let move = Action.move(from: 1, to: 2)[case: Action.allCasePaths[.move(from: 1, to: 2)]]
    #expect((move as? (from: Int, to: Int))?.to == 2)
    #expect(Action.child(nil)[case: \.child as PartialCaseKeyPath<Action>] != nil)
  }

  @Test func pathsChainThroughOptionals() {
    let action = Action.child(.rename("a"))
    #expect(action[case: \.child?.rename] == "a")
    #expect(Action.child(nil)[case: \.child?.rename] == nil)
    #expect(action.is(\.child?.rename))
    #expect(!action.is(\.child?.tap))
    #expect(!Action.child(nil).is(\.child?.tap))
    #expect((\Action.Cases.child?.rename)("b") == .child(.rename("b")))
    #expect((\Action.Cases.child?.tap)() == .child(.tap))
    #expect((\Action.Cases.child?.rename).caseName() == "\\.child.rename")
    let path: KeyPath<Case<Action>, Case<String>?> = \.child?.rename
    #expect(AnyCasePath(path).extract(from: action) == "a")
    switch action {
    case \.child?.tap: Issue.record("It is renamed")
    case \.child?.rename: break
    default: Issue.record("It is renamed")
    }
  }
}
