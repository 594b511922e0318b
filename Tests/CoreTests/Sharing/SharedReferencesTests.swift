import Testing

@testable import Core

/// What it costs to use many keys, counted in how often the table of those in use is looked through.
struct SharedReferencesTests {
  @Test func aTableThatGrowsIsLookedThroughSeldom() {
    let references = SharedReferences(isKept: false)
    let storage = KeyStorage(key: InMemoryKey<Int>("number"))
    var cells: [SharedCell<Int>] = []
    var limits: [Int] = []
    for id in 0..<10_000 {
      cells.append(references.cell(for: storage, id: id) { 0 })
      if limits.last != references.limit { limits.append(references.limit) }
    }
    #expect(limits.count <= 9, "\(limits)")
    #expect(references.count == cells.count)
  }

  @Test func whatIsNoLongerInUseIsDropped() {
    let references = SharedReferences(isKept: false)
    let storage = KeyStorage(key: InMemoryKey<Int>("number"))
    for id in 0..<10_000 { _ = references.cell(for: storage, id: id) { 0 } }
    #expect(references.count <= 64)
  }
}
