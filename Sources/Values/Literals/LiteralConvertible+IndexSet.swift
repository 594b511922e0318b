#if FullFoundation
  import Core
  import Foundation

  extension IndexSet: LiteralConvertible {
    static var literalExample: String { "[0, 2]" }

    static func read(_ node: SyntaxNode, with reader: ValueReader) throws(Diagnostic) -> IndexSet {
      let node = try reader.onlyArgument(of: IndexSet.self, in: node, labels: ["integer"]).value
      guard case .array(let elements) = node.kind else {
        if case .integer = node.kind { return IndexSet(integer: try index(node, reader)) }
        throw mismatch(node, reader)
      }
      var indices = IndexSet()
      for element in elements { indices.insert(try index(element, reader)) }
      return indices
    }

    private static func index(_ node: SyntaxNode, _ reader: ValueReader) throws(Diagnostic) -> Int {
      let index = try Int.read(node, with: reader)
      // An index set needs a successor, which `Int.max` does not have.
      guard (0..<Int.max).contains(index) else {
        throw reader.error("an index must be from 0 to \(Int.max - 1)", at: node.range)
      }
      return index
    }

    func written(by writer: ValueText) -> String? { writer.list(map { $0 }) }
  }
#endif
