import Core
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TodoShellDebugger

/// The sessions that are kept because they were in no file.
struct KeptSessionsTests {
  private let folder: TemporaryFolder
  private let kept: KeptSessions

  init() throws {
    folder = try TemporaryFolder()
    kept = KeptSessions(in: folder.path)
  }

  /// Keeps a session that ends at once.
  private func add() throws -> String {
    let journal = try kept.begin("session")
    try kept.finish(journal) { _ in false }
    return journal.path
  }

  @Test func filesAreNumberedInOrder() throws {
    #expect(try kept.last() == nil)
    for number in 1...3 { #expect(try add() == folder.file("\(number).todoscript")) }
    #expect(try kept.last() == folder.file("3.todoscript"))
  }

  @Test func theLastSessionIsTheOneThatEndedLast() throws {
    var first: SessionJournal? = try kept.begin("session")
    _ = try add()
    #expect(try kept.last() == folder.file("2.todoscript"))
    if let first { try kept.finish(first) { _ in false } }
    #expect(try kept.last() == folder.file("2.todoscript"), "the other one is still being recorded")
    first = nil
    #expect(try kept.last() == folder.file("1.todoscript"))
  }

  @Test(arguments: ["\(Int.max)", "\(Int.max - 1)", "-1", "friday"])
  func aFileWithANameOfItsOwnIsLeftAlone(name: String) throws {
    try folder.write("mine", to: "\(name).todoscript")
    #expect(try kept.last() == nil)
    for _ in 0..<7 { _ = try add() }
    #expect(try kept.last() == folder.file("7.todoscript"))
    #expect(try folder.bytes(of: "\(name).todoscript") == Array("mine".utf8))
  }

  @Test func aSessionThatCouldNotBeKeptIsStillUnsaved() throws {
    let debugger = Debugger(program: "nothing") { seed, epoch in
      Session<Int, Void>(initialState: 0, seed: seed, epoch: epoch) { Reduce { _, _ in .none } }
    }
    debugger.recorder.startKeeping = { [kept, unowned debugger] in try? kept.begin(debugger.sessionText()) }
    try debugger.send(())
    let noFolder = KeptSessions(in: try folder.write("text", to: "file"))
    #expect(throws: SystemError.self) { try debugger.keepSession(in: noFolder) }
    #expect(debugger.isUnsaved)
    let path = try debugger.keepSession(in: kept)
    #expect(!debugger.isUnsaved)
    #expect(path == folder.file("1.todoscript"))
  }

  @Test func aSessionIsKeptAgainAfterAnError() throws {
    let debugger = Debugger(program: "nothing") { seed, epoch in
      Session<Int, Void>(initialState: 0, seed: seed, epoch: epoch) { Reduce { _, _ in .none } }
    }
    debugger.recorder.startKeeping = { [kept, unowned debugger] in try? kept.begin(debugger.sessionText()) }
    try debugger.send(())
    let readOnly = open(folder.file("1.todoscript"), O_RDONLY)
    try #require(dup2(readOnly, debugger.recorder.keptJournal?.file ?? -1) >= 0)
    close(readOnly)
    try debugger.send(())
    #expect(debugger.recorder.keptJournal == nil)
    #expect(try folder.bytes(of: "1.todoscript").isEmpty == false, "until there is another, it stays")
    try debugger.send(())
    #expect(debugger.recorder.keptJournal?.path == folder.file("2.todoscript"))
    let text = String(decoding: try folder.bytes(of: "2.todoscript"), as: UTF8.self)
    #expect(text == debugger.sessionText())
    #expect(!FileManager.default.fileExists(atPath: folder.file("1.todoscript")), "it has only a part")
    #expect(try debugger.keepSession(in: kept) == folder.file("2.todoscript"))
  }

  @Test func shellsThatBeginAtTheSameTimeHaveFilesOfTheirOwn() throws {
    let journals = Mutex<[UncheckedSendable<SessionJournal>]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { [kept] number in
      guard let journal = try? UncheckedSendable(kept.begin("\(number)\n")) else { return }
      journals.withLock { $0.append(journal) }
    }
    #expect(Set(journals.withLock { $0.map(\.value.path) }).count == 8)
  }
}
