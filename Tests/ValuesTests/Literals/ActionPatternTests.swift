import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellValues

struct ActionPatternTests {
  private typealias Action = ActionFixtures.App.Action

  private static var toggle: ActionFixtures.App.Action {
    .rows(.element(id: UUID(1), action: .binding(.set(\.isDone, true))))
  }

  @Test(
    arguments: [
      ("_", true), (".rows", true), (".start", false), (".rows(_)", true), (".rows(.element)", true),
      (".rows(.element(id: _, action: .binding))", true), (".rows(.element(id: UUID(1), action: _))", true),
      (".rows(.element(id: UUID(2), action: _))", false), (".rows(.element(action: .binding))", true),
      (".rows(.element(action: .tapped))", false), (".rows(.element(id: UUID(1)))", true),
      (#".rows(.element(id: _, action: .binding(.set(\.isDone))))"#, true),
      (#".rows(.element(id: _, action: .binding(.set(\.isDone, true))))"#, true),
      (#".rows(.element(id: _, action: .binding(.set(\.isDone, _))))"#, true),
      (#".rows(.element(id: _, action: .binding(.set(_, _))))"#, true),
      (#".rows(.element(id: _, action: .binding(.set(\.isDone, false))))"#, false),
      (#".rows(.element(id: _, action: .binding(.set(\.title))))"#, false),
      (#".rows(.element(id: _, action: .binding(\.isDone)))"#, true),
      (#".rows(.element(id: _, action: .binding(.toggle)))"#, false),
      (".rows(.element(id: _, action: .delegate(.saved)))", false),
      (".rows(.element(UUID(1), .binding))", true), (".rows(.element(_, .tapped))", false),
    ]
  )
  func matchesCasesAndWhatIsWrittenOfTheirPayloads(text: String, matches: Bool) throws {
    let pattern = try ActionPattern<ActionFixtures.App.Action>(parsing: SourceText(text))
    #expect(pattern.matches(Self.toggle) == matches)
  }

  @Test(
    arguments: [
      (".optional(_)", true), (".optional", true), (".optional(3)", true), (".optional(.some)", true),
      (".optional(nil)", false), (".optional(4)", false), (".int(3)", false),
    ]
  )
  func matchesOptionals(text: String, matches: Bool) throws {
    let pattern = try ActionPattern<ActionFixtures.Values>(parsing: SourceText(text))
    #expect(pattern.matches(.optional(3)) == matches)
  }

  @Test func everyActionMatchesItself() {
    for seed in 0..<300 as Range<UInt64> {
      var actions = RandomActions(seed: seed)
      let action = actions.app()
      let text = ActionSyntax.text(action)
      do {
        let pattern = try ActionPattern<ActionFixtures.App.Action>(parsing: SourceText(text))
        #expect(pattern.matches(action), "seed \(seed): \(text)")
      } catch {
        Issue.record("seed \(seed): \(rendered(error))")
      }
    }
  }

  @Test func namesAreCheckedWhenThePatternIsRead() {
    let error = diagnostic(
      of: try ActionPattern<ActionFixtures.App.Action>(
        parsing: SourceText(".rows(.element(id: _, action: .bindin))")
      )
    )
    #expect(error?.location.column == 31)
    #expect(error?.hint == "did you mean '.binding'?")
    let label = diagnostic(
      of: try ActionPattern<ActionFixtures.App.Action>(parsing: SourceText(".rows(.element(identity: _))"))
    )
    #expect(label?.message == "unexpected label 'identity:'")
    let value = diagnostic(
      of: try ActionPattern<ActionFixtures.App.Action>(parsing: SourceText(".rows(.element(_))"))
    )
    #expect(value?.message == "unexpected value")
  }
}
