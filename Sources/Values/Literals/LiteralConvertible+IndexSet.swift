#if FullFoundation
  import Core
  import Foundation

  extension IndexSet: LiteralConvertible {
    static var literalExample: String { "[0, 2]" }

    static func read(_ reader: ValueReader) throws(Diagnostic) -> IndexSet {
      let argument = try reader.argument(of: IndexSet.self, labels: ["integer"]).value
      guard case .array(let elements) = argument.node.kind else {
        if case .integer = argument.node.kind { return IndexSet(integer: try index(argument)) }
        throw mismatch(reader)
      }
      var indices = IndexSet()
      for element in elements { indices.insert(try index(reader.at(element))) }
      return indices
    }

    private static func index(_ reader: ValueReader) throws(Diagnostic) -> Int {
      let index = try Int.read(reader)
      // An index set needs a successor, which `Int.max` does not have.
      guard (0..<Int.max).contains(index) else {
        throw reader.error("an index must be from 0 to \(Int.max - 1)")
      }
      return index
    }

    func written(by writer: ValueText) -> String? { writer.list(map { $0 }) }
  }
#endif
