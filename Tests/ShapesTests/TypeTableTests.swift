import Dispatch
import Testing

@testable import TodoShellShapes

/// What is known about types, while many threads read and extend it.
struct TypeTableTests {
  private struct Nested<Inner> {}

  private static let types: [ObjectIdentifier] = {
    var types: [ObjectIdentifier] = []
    func add<Value>(_: Value.Type) {
      types.append(ObjectIdentifier(Value.self))
      if types.count < 200 { add(Nested<Value>.self) }
    }
    add(Int.self)
    return types
  }()

  @Test func everyThreadSeesTheSameValues() {
    let table = TypeTable<Int>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for (index, type) in Self.types.enumerated() {
        let value = table[type] ?? table.insert(1_000 * thread + index, for: type)
        #expect(value % 1_000 == index && table[type] == value, "the first value stays")
      }
    }
    #expect(Self.types.allSatisfy { table[$0] != nil })
  }
}
