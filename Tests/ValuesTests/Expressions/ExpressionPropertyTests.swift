import FuzzSubjects
import TestSupport
import Testing

@testable import TodoShellValues

struct ExpressionPropertyTests {
  private typealias World = ExpressionFixtures.World

  @Test func whatIsPrintedReadsBackAsTheSame() throws {
    for seed in 0..<UInt64(rounds(375)) {
      var generator = SeededGenerator(seed: seed)
      let node = randomNode(depth: 5, using: &generator)
      let text = node.description
      do {
        let expression = try Expression(parsing: SourceText(text))
        #expect(expression.root == node, "seed \(seed): \(text) became \(expression)")
        #expect(expression.root.description == text, "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test func garbageIsEitherEvaluatedOrRefusedWithAPlace() {
    let pieces = [
      "todos", "count", "isComplete", ".", "[0]", "[", "]", "(", ")", "\\.", "filter", "map", "==", "!=", "<",
      ">=", "&&", "||",
      "!", "-", "+", "*", "/", "%", "?", "??", "?.", "1", "0", "99999999999", "1.5", "1s", "\"a\"", "\"", "'",
      ",", " ", "nil",
      "true", "filter == .active", ".edit", "id:", "UUID(0)", "destination", "self", "scores", "name",
      "first", "{", "#", "`", "0x",
      ".filter(\\.isComplete)", ".map(\\.text)", "numbers", ".sorted()", ".contains(", "huge", "tags",
      ".first", "node", "pair.0", ":", "[:]", "[\"Blob\": ", "byNumber", "date", "elapsed", " ? ", " : ",
      "...", "..<",
      "$0", "}", "a in ", " is ", " as? ", "Int", "\"\\(", "_",
    ]
    for seed in 0..<UInt64(rounds(750)) {
      var generator = SeededGenerator(seed: seed)
      let text = generator.garbage(from: pieces, upTo: 14)
      do throws(Diagnostic) {
        _ = try evaluate(text, stepLimit: 2_000).formatted { _ in "…" }
      } catch {
        #expect(throws: Never.self, "seed \(seed)") { try error.check(in: text) }
      }
      _ = ExpressionCompletion.candidates(for: text, in: ExpressionContext(World(), stepLimit: 2_000))
      _ = try? Expression(parsing: SourceText(text))
        .explanationOfFailure(in: ExpressionContext(World(), stepLimit: 2_000)) { _ in "…" }
    }
  }

  @Test func randomExpressionsNeverTrap() {
    for seed in 0..<UInt64(rounds(375)) {
      var generator = SeededGenerator(seed: seed)
      let text = randomNode(depth: 5, using: &generator).description
      do throws(Diagnostic) {
        _ = try evaluate(text, stepLimit: 2_000).formatted { _ in "…" }
      } catch {
        #expect(throws: Never.self, "seed \(seed)") { try error.check(in: text) }
      }
    }
  }

  private func randomNode(depth: Int, using generator: inout SeededGenerator) -> SyntaxNode {
    func node(_ kind: SyntaxNode.Kind) -> SyntaxNode { SyntaxNode(kind, range: 0..<0) }
    let names = [
      "todos", "count", "filter", "self", "true", "é", "two words", "numbers", "first", "isComplete", "state",
    ]
    func name() -> String { names.randomElement(using: &generator) ?? "" }
    if depth == 0 || Int.random(in: 0..<6, using: &generator) == 0 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 10: return node(.wildcard)
      case 11: return node(.parameter(Int.random(in: 0...2, using: &generator)))
      case 0: return node(.integer(Int128(Int.random(in: .min ... .max, using: &generator))))
      case 1: return node(.double(Double(Int.random(in: -9_999...9_999, using: &generator)) / 8 + 0.0625))
      case 2: return node(.string(generator.garbage(from: ["\"", "\\", "\n", "a", "'", "é"])))
      case 3: return node(.bool(Bool.random(using: &generator)))
      case 4: return node(.null)
      case 5: return node(.duration(.milliseconds(Int.random(in: -99_999...99_999, using: &generator))))
      case 6: return node(.enumCase(name(), []))
      case 7: return node(.subject)
      case 8: return node(.root)
      default: return node(.name(name()))
      }
    }
    func child() -> SyntaxNode { randomNode(depth: depth - 1, using: &generator) }
    func arguments(_ counts: ClosedRange<Int>) -> [SyntaxNode.Argument] {
      (0..<Int.random(in: counts, using: &generator)).map { _ in
        SyntaxNode.Argument(
          label: Bool.random(using: &generator) ? SyntaxNode.Name(text: "where", range: 0..<0) : nil,
          value: Int.random(in: 0..<8, using: &generator) == 0 ? node(.function(binary())) : child()
        )
      }
    }
    func binary() -> BinaryOperator { BinaryOperator.allCases.randomElement(using: &generator) ?? .and }
    func text() -> SyntaxNode { node(.string(generator.garbage(from: ["", "\"", "\\", "$", "(", "a"]))) }
    let isOptional = Bool.random(using: &generator)
    switch Int.random(in: 0..<16, using: &generator) {
    case 11: return node(.tuple(Bool.random(using: &generator) ? [] : arguments(2...3)))
    case 12:
      let lower = Bool.random(using: &generator) ? child() : nil
      let isClosed = lower != nil && Bool.random(using: &generator)
      let upper = isClosed && Bool.random(using: &generator) ? nil : child()
      return node(.range(lower, upper, isClosed: isClosed))
    case 13:
      let names = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
        SyntaxNode.Name(text: name(), range: 0..<0)
      }
      return node(.closure(names, child()))
    case 14: return node(.conditional(child(), child(), child()))
    case 15:
      let cast: SyntaxNode.Cast = [.test, .conditional, .forced].randomElement(using: &generator) ?? .test
      return node(
        .cast(
          child(),
          cast,
          ["Int", "[Todo.State?]", "[String:Set<Int>]"].randomElement(using: &generator) ?? ""
        )
      )
    case 10:
      return node(
        .dictionary(
          (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            SyntaxNode.Entry(key: child(), value: child())
          }
        )
      )
    case 0: return node(.array((0..<Int.random(in: 0...3, using: &generator)).map { _ in child() }))
    case 1: return node(.enumCase(name(), arguments(1...2)))
    case 2: return node(.call(name(), arguments(0...2)))
    case 3:
      return node(.member(child(), Bool.random(using: &generator) ? name() : "0", isOptional: isOptional))
    case 4: return node(.index(child(), arguments(1...2), isOptional: isOptional))
    case 5: return node(.method(child(), name(), arguments(0...2), isOptional: isOptional))
    case 6: return node(.unwrapped(child()))
    case 7: return node(.prefix(Bool.random(using: &generator) ? .not : .minus, child()))
    default:
      if Int.random(in: 0..<4, using: &generator) == 0 {
        return node(.interpolation([text(), child(), text(), child(), text()]))
      }
      return node(.binary(binary(), child(), child()))
    }
  }
}
