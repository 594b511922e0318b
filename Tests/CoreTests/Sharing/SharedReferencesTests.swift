import Dispatch
import Testing

@testable import Core

/// What it costs to use many keys, counted in how often the table of those in use is looked through.
struct SharedReferencesTests {
  @Test func aTableThatGrowsIsLookedThroughSeldom() {
    let references = SharedReferences(isKept: false)
    var cells: [SharedCell<Int>] = []
    var limits: [Int] = []
    for id in 0..<10_000 {
      cells.append(references.cell(for: InMemoryKey<Int>("\(id)")) { 0 })
      if limits.last != references.limit { limits.append(references.limit) }
    }
    #expect(limits.count <= 9, "\(limits)")
    #expect(references.count == cells.count)
  }

  @Test func whatIsNoLongerInUseIsDropped() {
    let references = SharedReferences(isKept: false)
    for id in 0..<10_000 { _ = references.cell(for: InMemoryKey<Int>("\(id)")) { 0 } }
    #expect(references.count <= 64)
  }

  /// Asks for another value when it is deallocated.
  private final class Heir: Sendable {
    private let references: SharedReferences
    init(in references: SharedReferences) { self.references = references }
    deinit { _ = references.cell(for: InMemoryKey<Int>("0")) { 0 } }
  }

  /// The last reference to a value may be the one with which another thread looks whether it is still in use.
  @Test func aValueThatGoesWhileTheTableIsLookedThroughMayAskForOthers() {
    for _ in 0..<4 {
      let references = SharedReferences(isKept: false)
      let cells = LockIsolated(
        (0..<1_000).map { id in
          references.cell(for: InMemoryKey<Heir>("\(id)")) { Heir(in: references) }
        }
      )
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 {
          cells.setValue([])
        } else {
          for id in 1...2_000 { _ = references.cell(for: InMemoryKey<Int>("\(id)")) { 0 } }
        }
      }
    }
  }
}
