import TestSupport
import Testing

@testable import TodoShellValues

/// Operators bind as those of Swift do, which the compiler has decided here.
struct ExpressionPrecedenceTests {
  /// Writes down with brackets how the compiler has put operands together.
  private struct Traced: CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }

    private static func join(_ left: Traced, _ binary: String, _ right: Traced) -> Traced {
      Traced("(\(left) \(binary) \(right))")
    }

    static func || (left: Traced, right: Traced) -> Traced { join(left, "||", right) }
    static func && (left: Traced, right: Traced) -> Traced { join(left, "&&", right) }
    static func == (left: Traced, right: Traced) -> Traced { join(left, "==", right) }
    static func <= (left: Traced, right: Traced) -> Traced { join(left, "<=", right) }
    static func ?? (left: Traced, right: Traced) -> Traced { join(left, "??", right) }
    static func + (left: Traced, right: Traced) -> Traced { join(left, "+", right) }
    static func - (left: Traced, right: Traced) -> Traced { join(left, "-", right) }
    static func * (left: Traced, right: Traced) -> Traced { join(left, "*", right) }
    static func / (left: Traced, right: Traced) -> Traced { join(left, "/", right) }
    static func % (left: Traced, right: Traced) -> Traced { join(left, "%", right) }
    static prefix func - (operand: Traced) -> Traced { Traced("-\(operand)") }
    static prefix func ! (operand: Traced) -> Traced { Traced("!\(operand)") }
  }

  private static let (a, b, c) = (Traced("a"), Traced("b"), Traced("c"))

  /// Every two operators beside each other of which Swift takes `a ∘ b ∘ c`.
  private static let pairs: [(text: String, inSwift: Traced)] = {
    var pairs: [(String, Traced)] = []
    pairs.append(("a || b || c", a || b || c))
    pairs.append(("a || b && c", a || b && c))
    pairs.append(("a || b == c", a || b == c))
    pairs.append(("a || b <= c", a || b <= c))
    pairs.append(("a || b ?? c", a || b ?? c))
    pairs.append(("a || b + c", a || b + c))
    pairs.append(("a || b - c", a || b - c))
    pairs.append(("a || b * c", a || b * c))
    pairs.append(("a || b / c", a || b / c))
    pairs.append(("a || b % c", a || b % c))
    pairs.append(("a && b || c", a && b || c))
    pairs.append(("a && b && c", a && b && c))
    pairs.append(("a && b == c", a && b == c))
    pairs.append(("a && b <= c", a && b <= c))
    pairs.append(("a && b ?? c", a && b ?? c))
    pairs.append(("a && b + c", a && b + c))
    pairs.append(("a && b - c", a && b - c))
    pairs.append(("a && b * c", a && b * c))
    pairs.append(("a && b / c", a && b / c))
    pairs.append(("a && b % c", a && b % c))
    pairs.append(("a == b || c", a == b || c))
    pairs.append(("a == b && c", a == b && c))
    pairs.append(("a == b ?? c", a == b ?? c))
    pairs.append(("a == b + c", a == b + c))
    pairs.append(("a == b - c", a == b - c))
    pairs.append(("a == b * c", a == b * c))
    pairs.append(("a == b / c", a == b / c))
    pairs.append(("a == b % c", a == b % c))
    pairs.append(("a <= b || c", a <= b || c))
    pairs.append(("a <= b && c", a <= b && c))
    pairs.append(("a <= b ?? c", a <= b ?? c))
    pairs.append(("a <= b + c", a <= b + c))
    pairs.append(("a <= b - c", a <= b - c))
    pairs.append(("a <= b * c", a <= b * c))
    pairs.append(("a <= b / c", a <= b / c))
    pairs.append(("a <= b % c", a <= b % c))
    pairs.append(("a ?? b || c", a ?? b || c))
    pairs.append(("a ?? b && c", a ?? b && c))
    pairs.append(("a ?? b == c", a ?? b == c))
    pairs.append(("a ?? b <= c", a ?? b <= c))
    pairs.append(("a ?? b ?? c", a ?? b ?? c))
    pairs.append(("a ?? b + c", a ?? b + c))
    pairs.append(("a ?? b - c", a ?? b - c))
    pairs.append(("a ?? b * c", a ?? b * c))
    pairs.append(("a ?? b / c", a ?? b / c))
    pairs.append(("a ?? b % c", a ?? b % c))
    pairs.append(("a + b || c", a + b || c))
    pairs.append(("a + b && c", a + b && c))
    pairs.append(("a + b == c", a + b == c))
    pairs.append(("a + b <= c", a + b <= c))
    pairs.append(("a + b ?? c", a + b ?? c))
    pairs.append(("a + b + c", a + b + c))
    pairs.append(("a + b - c", a + b - c))
    pairs.append(("a + b * c", a + b * c))
    pairs.append(("a + b / c", a + b / c))
    pairs.append(("a + b % c", a + b % c))
    pairs.append(("a - b || c", a - b || c))
    pairs.append(("a - b && c", a - b && c))
    pairs.append(("a - b == c", a - b == c))
    pairs.append(("a - b <= c", a - b <= c))
    pairs.append(("a - b ?? c", a - b ?? c))
    pairs.append(("a - b + c", a - b + c))
    pairs.append(("a - b - c", a - b - c))
    pairs.append(("a - b * c", a - b * c))
    pairs.append(("a - b / c", a - b / c))
    pairs.append(("a - b % c", a - b % c))
    pairs.append(("a * b || c", a * b || c))
    pairs.append(("a * b && c", a * b && c))
    pairs.append(("a * b == c", a * b == c))
    pairs.append(("a * b <= c", a * b <= c))
    pairs.append(("a * b ?? c", a * b ?? c))
    pairs.append(("a * b + c", a * b + c))
    pairs.append(("a * b - c", a * b - c))
    pairs.append(("a * b * c", a * b * c))
    pairs.append(("a * b / c", a * b / c))
    pairs.append(("a * b % c", a * b % c))
    pairs.append(("a / b || c", a / b || c))
    pairs.append(("a / b && c", a / b && c))
    pairs.append(("a / b == c", a / b == c))
    pairs.append(("a / b <= c", a / b <= c))
    pairs.append(("a / b ?? c", a / b ?? c))
    pairs.append(("a / b + c", a / b + c))
    pairs.append(("a / b - c", a / b - c))
    pairs.append(("a / b * c", a / b * c))
    pairs.append(("a / b / c", a / b / c))
    pairs.append(("a / b % c", a / b % c))
    pairs.append(("a % b || c", a % b || c))
    pairs.append(("a % b && c", a % b && c))
    pairs.append(("a % b == c", a % b == c))
    pairs.append(("a % b <= c", a % b <= c))
    pairs.append(("a % b ?? c", a % b ?? c))
    pairs.append(("a % b + c", a % b + c))
    pairs.append(("a % b - c", a % b - c))
    pairs.append(("a % b * c", a % b * c))
    pairs.append(("a % b / c", a % b / c))
    pairs.append(("a % b % c", a % b % c))
    return pairs
  }()

  @Test func twoOperatorsBindAsInSwift() throws {
    for (text, inSwift) in Self.pairs {
      #expect(try bracketed(text) == "\(inSwift)", "\(text)")
    }
  }

  @Test func prefixesBindTighterThanAllOthers() throws {
    let (a, b) = (Self.a, Self.b)
    #expect(try bracketed("-a * -b") == "\(-a * -b)")
    #expect(try bracketed("!a == !b") == "\(!a == !b)")
    #expect(try bracketed("a - -b") == "\(a - -b)")
  }

  /// How two operators bind says how any row of them does.
  @Test func rowsOfOperatorsBindAsTheirPairsDo() throws {
    let groupsLeft = Dictionary(
      uniqueKeysWithValues: Self.pairs.map { text, inSwift in
        let words = text.split(separator: " ")
        return ([words[1], words[3]], "\(inSwift)".hasPrefix("(("))
      }
    )
    let operators = Array(Set(groupsLeft.keys.joined())).sorted()
    func tree(_ operands: ArraySlice<String>, _ row: ArraySlice<Substring>) -> String? {
      if row.isEmpty { return operands.first }
      // The one that binds loosest is what all the others are on one side of.
      let top = row.indices.first { place in
        row[..<place].allSatisfy { groupsLeft[[$0, row[place]]] == true }
          && row[(place + 1)...].allSatisfy { groupsLeft[[row[place], $0]] == false }
      }
      guard let top, let left = tree(operands[...top], row[..<top]),
        let right = tree(operands[(top + 1)...], row[(top + 1)...])
      else { return nil }
      return "(\(left) \(row[top]) \(right))"
    }
    var taken = 0
    for seed in 0..<UInt64(rounds(500)) {
      var generator = SeededGenerator(seed: seed)
      let row = (0..<Int.random(in: 2...7, using: &generator)).map { _ in
        operators.randomElement(using: &generator) ?? "+"
      }
      let operands = (0...row.count).map { "x\($0)" }
      let text = operands[0] + zip(row, operands.dropFirst()).map { " \($0) \($1)" }.joined()
      // Comparisons in a row are nothing, in Swift neither.
      guard let expected = tree(operands[...], row[...]) else {
        #expect(throws: Diagnostic.self, "seed \(seed): \(text)") { try bracketed(text) }
        continue
      }
      taken += 1
      #expect(try bracketed(text) == expected, "seed \(seed): \(text)")
    }
    #expect(taken > rounds(125))
  }

  private func bracketed(_ text: String) throws -> String {
    func write(_ node: SyntaxNode) -> String {
      switch node.kind {
      case .binary(let binary, let left, let right):
        "(\(write(left)) \(binary.rawValue) \(write(right)))"
      case .prefix(let prefix, let operand): prefix.rawValue + write(operand)
      default: node.description
      }
    }
    return write(try Expression(parsing: SourceText(text)).root)
  }
}
