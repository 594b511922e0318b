import Testing
import Values

@testable import Servers

@Suite struct SwiftCasesTests {
  @Test func findsTheCasesOfEachEnumAndNothingElse() {
    let text = #"""
      // enum A { case no }
      struct Todos { /* case no { /* } */ */
        @CasePathable
        enum Action: Sendable, Equatable {
          case added(title: String, at: Int), removed
          indirect case `default`(Action)
          var text: String { switch self { case .added: "case x { }" default: """
            case no "
            """ } }
        }
        func f() { switch x { case 1: break } }
      }
      extension Todos.Action { enum Kind { case one } }
      """#
    let cases = SwiftCases(in: SourceText(text)).all.map {
      "\($0.types.joined(separator: ".")) \($0.name.text)"
    }
    #expect(
      cases == [
        "Todos.Action added", "Todos.Action removed", "Todos.Action default", "Todos.Action.Kind one",
      ]
    )
    #expect(SwiftCases(in: SourceText(text)).all.first?.name.location.line == 5)
  }

  @Test(arguments: [
    "", "enum", "enum A { case", "enum A { case a(", "\"", "/*", "`", "}}}", "enum A { case \"\"\"",
  ])
  func survivesUnfinishedFiles(text: String) {
    #expect(SwiftCases(in: SourceText(text)).all.count <= 1)
  }
}
