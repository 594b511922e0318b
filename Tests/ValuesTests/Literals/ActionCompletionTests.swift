import Core
import Foundation
import Testing

@testable import TodoShellValues

struct ActionCompletionTests {
  private static var state: ActionFixtures.App.State {
    var state = ActionFixtures.App.State()
    state.rows = [.init(id: UUID(0), title: "Milk"), .init(id: UUID(1), title: "Eggs")]
    return state
  }

  @Test(
    arguments: [
      (".", [".binding(", ".path(", ".rows(", ".show(", ".sheet(", ".start", ".stop"]),
      (".st", [".start", ".stop"]), (".start", [".start"]),
      (".rows(", [".element("]), (".rows(.el", [".element("]), (".rows(.element(", ["id: "]),
      (".rows(.element(id: ", ["UUID(0)", "UUID(1)"]), (".rows(.element(id: UUID(1", ["UUID(1)"]),
      (".rows(.element(id: UUID(0)", [", action: "]), (".rows(.element(id: UUID(0), a", ["action: "]),
      (".rows(.element(id: UUID(0), action: .t", [".tapped"]),
      (".rows(.element(id: UUID(0), action: .tapped", [")"]),
      (".rows(.element(id: UUID(0), action: .tapped)", [")"]),
      (".rows(.element(id: UUID(0), action: .tapped))", []),
      (".binding(", [".set(", ".toggle("]),
      (".binding(.set(", [#"\.count"#, #"\.rows"#, #"\.path"#, #"\.sheet"#]),
      (#".binding(.set(\.c"#, ["count"]),
      (#".binding(.set(\"#, [#"\.count"#, #"\.rows"#, #"\.path"#, #"\.sheet"#]),
      (#".binding(.set(\.count"#, [", "]), (#".binding(.set(\.count, 3"#, []),
      (#".binding(.set(\.count, 3)"#, [")"]),
      (#".sheet(.presented(.binding(.set(\.settings.l"#, ["level"]),
      (#".sheet(.presented(.binding(.set(\.isDone, "#, ["true", "false"]),
      (#".sheet(.presented(.binding(.toggle("#, [#"\.isDone"#, #"\.settings"#]),
      (#".sheet(.presented(.binding(.toggle(\.settings."#, ["isOn"]),
      (#".sheet(.presented(.binding(.set(\.i"#, ["isDone"]),
      (".show(", ["ActionFixtures.Row.State("]), (".nonsense(", []),
      (".path(.push(id: 0, state: .e", [".empty("]),
    ]
  )
  func offersWhatMayStandThere(text: String, expected: [String]) {
    let found = ActionCompletion.candidates(for: text, of: ActionFixtures.App.Action.self, in: Self.state)
    #expect(found.completions.map(\.text) == expected)
    #expect(found.completions.allSatisfy { !$0.summary.isEmpty })
  }

  @Test func idsShowTheElementThatTheyBelongTo() {
    let found = ActionCompletion.candidates(
      for: ".rows(.element(id: ",
      of: ActionFixtures.App.Action.self,
      in: Self.state
    )
    #expect(found.completions.first?.summary.contains("Milk") == true)
  }
}
