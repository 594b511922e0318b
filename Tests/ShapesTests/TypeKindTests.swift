import Testing

@testable import TodoShellShapes

private enum Plain { case one }
private enum Payload { case number(Int), text(String) }
private struct Pair<A, B> { let a: A, b: B }
private final class Object {}
private actor Worker {}
private struct Outer {
  enum Inner {
    case one
    enum Innermost { case one }
  }
}
private struct OuterOf<Value> {
  enum Inner { case one }
}

/// Every kind of type is recognised. The numbers of the kinds come from the runtime itself.
struct TypeKindTests {
  @Test func everyTypeHasItsKind() {
    let kinds: [(kind: TypeKind, types: [Any.Type])] = [
      (.structure, [Int.self, String.self, [Int].self, Pair<Int, Object>.self]),
      (.enumeration, [Plain.self, Payload.self, Result<Int, any Error>.self, Never.self]),
      (.optional, [Int?.self, Object?.self, Int??.self]),
      (.tuple, [Void.self, (Int, String).self, (a: Int, b: Int).self]),
      (.function, [(() -> Void).self, ((Int) async throws -> String).self]),
      (.metatype, [Int.Type.self, Object.Type.self, Any.Type.self, (any Error.Type).self]),
      (
        .existential,
        [Any.self, (any Error).self, (any Equatable).self, AnyObject.self, (any Collection<Int>).self]
      ),
      (.reference, [Object.self, Worker.self]),
    ]
    for (kind, types) in kinds {
      for type in types { #expect(TypeKind(type) == kind, "\(type)") }
    }
  }

  @Test func theTypeInWhichAnEnumIsDeclaredIsFound() {
    enum Local { case one }
    class LocalClass {
      enum Inner { case one }
    }
    #expect(Metadata.enclosingType(of: Outer.Inner.self) == Outer.self)
    #expect(Metadata.enclosingType(of: Outer.Inner.Innermost.self) == Outer.Inner.self)
    #expect(Metadata.enclosingType(of: LocalClass.Inner.self) == LocalClass.self)
    #expect(Metadata.enclosingType(of: FloatingPointSign.self) == nil)
    let others: [Any.Type] = [Plain.self, Local.self, Outer.self, OuterOf<Int>.Inner.self, Int?.self]
    for type in others { #expect(Metadata.enclosingType(of: type) == nil, "\(type)") }
  }
}
