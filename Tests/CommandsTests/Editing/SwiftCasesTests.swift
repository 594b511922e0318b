import Foundation
import TestSupport
import Testing
import Values

@testable import Commands

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
    "enum A { case `", "enum A { case ``", "enum A { case `a", "enum A { case ``, b",
  ])
  func survivesUnfinishedFiles(text: String) {
    #expect(SwiftCases(in: SourceText(text)).all.count <= 1)
  }

  /// A folder with some files that are not Swift, and one with the case of an action.
  private func search(
    others: Int,
    mostFiles: Int,
    isCancelled: () -> Bool = { false }
  ) throws -> [SourceText] {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    for number in 0..<others { _ = try first.write("", to: "\(number).txt") }
    _ = try second.write("struct Tally { enum Action { case up(by: Int) } }", to: "Tally.swift")
    let finder = SwiftCaseFinder(try #require(NamedCase(".up", in: Tally.Action.self)))
    return finder.places(
      in: [first.path, second.path],
      mostFiles: mostFiles,
      isCancelled: isCancelled
    )
  }

  @Test func filesOfAllKindsCountAsSearched() throws {
    #expect(try search(others: 5, mostFiles: 6).map(\.text) == ["up"])
    #expect(try search(others: 5, mostFiles: 5).isEmpty)
  }

  @Test func aSearchCanBeCancelled() throws {
    var asked = 0
    let found = try search(others: 50, mostFiles: 100) {
      asked += 1
      return asked > 3
    }
    #expect(found.isEmpty && asked < 10, "asked \(asked) times")
  }
}
