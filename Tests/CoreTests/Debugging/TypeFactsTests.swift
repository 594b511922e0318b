import Testing

@testable import Core

/// What is known of types, by all threads.
@Suite struct TypeFactsTests {
  @Test func threadsThatMeetATypeAtOnceKnowTheSameOfIt() async {
    await compareFacts(of: Layer(content: 0), deeper: 60)
  }

  /// Compares what several tasks find out of a type that none of them has met, then goes on with another such type.
  private func compareFacts(of value: some Sendable, deeper depth: Int) async {
    let facts = await withTaskGroup(of: TypeFacts.self) { group in
      for _ in 0..<4 { group.addTask { TypeFacts.of(value) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(facts.allSatisfy { $0 === facts[0] })
    if depth > 0 { await compareFacts(of: Layer(content: value), deeper: depth - 1) }
  }
}

private struct Layer<Content: Sendable>: Sendable {
  let content: Content
}
