import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

/// Whatever has happened to a session file, the loader takes it or says where it is wrong.
struct SessionMutationTests {
  private static let blocks: UInt64 = 10
  private static let runs = UInt64(rounds(125))

  private static let file = """
    # roster session 1
    begin --seed 7 --epoch 2026-11-21T10:30:00Z
    add Ann
    add "Bob the \\"builder\\""
    watch entries.count
    break entries[1].isDone
    toggle 0 1
    advance 1s
    #: stopped 7
    mark here
    undo
    set limit 100
    .rename(UUID(0), "Eve")
    move-moment 3 before 1
    goto here
    skip 5
    goto here
    expect entries.count == 2
    unwatch 1
    amend 3 add \\
      Cid
    goto -

    """

  @Test(arguments: 0..<blocks)
  func aMutatedFileIsLoadedOrRefusedWithAPlace(block: UInt64) {
    for seed in stride(from: block, to: Self.runs, by: Int(Self.blocks)) {
      var generator = SeededGenerator(seed: seed)
      var bytes = Array(Self.file.utf8)
      for _ in 0...generator.below(3) { Self.mutate(&bytes, &generator) }
      check(bytes, seed: seed)
    }
  }

  @Test func theFileItselfIsLoaded() throws {
    let loaded = try load(Array(Self.file.utf8))
    #expect(loaded.failure == nil && loaded.unfinished == nil)
    #expect(loaded.shell.debugger.stops.breakpoints.count == 1 && loaded.shell.debugger.stops.watches.isEmpty)
  }

  private func load(_ bytes: [UInt8]) throws(SessionFileError)
    -> SessionLoader.Loaded
  {
    let file = try SessionFile(bytes, path: "s.session", program: "roster")
    var moments = 0
    // A number that has grown may ask for more than anyone waits for.
    let loader = SessionLoader(application: ShellApplication.roster.erased) {
      moments += 1
      return moments > 2_000
    }
    return try loader.load(file)
  }

  private func check(_ bytes: [UInt8], seed: UInt64) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
    func checkPlace(_ diagnostic: Diagnostic) {
      let location = diagnostic.location
      let text = diagnostic.rendered()
      #expect(
        location.file == "s.session" && (1...lines).contains(location.line) && location.column >= 1,
        "seed \(seed)"
      )
      #expect(text.hasPrefix("s.session:\(location.line):\(location.column): "), "seed \(seed): \(text)")
      #expect(!diagnostic.message.isEmpty)
    }
    do throws(SessionFileError) {
      let loaded = try load(bytes)
      if let unfinished = loaded.unfinished { checkPlace(unfinished) }
      switch loaded.failure {
      case .content(let diagnostic, let status)?:
        checkPlace(diagnostic)
        #expect([ExitStatus.failure, ExitStatus.doesNotParse].contains(status))
      case .file(let message, _, _)?: Issue.record("seed \(seed): no place: \(message)")
      case .interrupted?, nil: break
      }
      // What was loaded is a session that goes on.
      loaded.shell.debugger.isInterrupted = { false }
      let moments = loaded.shell.session.moments.count
      #expect(throws: Never.self, "seed \(seed)") { try loaded.shell.session.send(Roster.Action.draw) }
      #expect(loaded.shell.session.moments.count > moments)
    } catch {
      guard case .content(let diagnostic, _) = error else {
        if case .interrupted = error { return }
        Issue.record("seed \(seed): no place: \(error)")
        return
      }
      checkPlace(diagnostic)
    }
  }

  private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let place = generator.below(bytes.count + 1)
    switch generator.below(8) {
    case 0: bytes.removeSubrange(place...)
    case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + generator.below(20)))
    case 2: bytes.insert(UInt8(generator.below(256)), at: place)
    case 3: if place < bytes.count { bytes[place] = UInt8(generator.below(256)) }
    case 4: if place < bytes.count { bytes[place] ^= 1 << generator.below(8) }
    case 5:
      bytes.insert(contentsOf: (0..<generator.below(40)).map { _ in UInt8(generator.below(256)) }, at: place)
    case 6: bytes.insert(contentsOf: bytes[..<place].suffix(generator.below(60)), at: place)
    default:
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      lines.swapAt(generator.below(lines.count), generator.below(lines.count))
      bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
  }
}
