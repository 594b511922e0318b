import FuzzSubjects
import TestSupport
import Testing

@testable import Values

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
        #expect(expression.description == text, "seed \(seed)")
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
      ".first", "node", "pair.0", ":", "[:]", "[\"Blob\": ", "byNumber", "date", "elapsed",
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
      switch Int.random(in: 0..<10, using: &generator) {
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
          value: child()
        )
      }
    }
    let isOptional = Bool.random(using: &generator)
    switch Int.random(in: 0..<11, using: &generator) {
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
      let binary = BinaryOperator.allCases.randomElement(using: &generator) ?? .and
      return node(.binary(binary, child(), child()))
    }
  }
}
