import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

struct SessionJournalTests {
  private let folder: TemporaryFolder
  private let journal: SessionJournal

  init() throws {
    folder = try TemporaryFolder()
    journal = try SessionJournal(folder.file("s"), orMakeWith: "begin\n")
  }

  private var text: String {
    get throws { String(decoding: try folder.bytes(of: "s"), as: UTF8.self) }
  }

  @Test func whatIsAppendedTakesThePlaceOfWhatIsKept() throws {
    try journal.keep("advance 9s\n")
    #expect(try text == "begin\nadvance 9s\n")
    try journal.keep("advance 10s\n")
    #expect(try text == "begin\nadvance 10s\n")
    try journal.append("advance 10.5s\n")
    #expect(try text == "begin\nadvance 10.5s\n")
    try journal.append("add Milk\n")
    try journal.keep("advance 59s\n")
    #expect(try text == "begin\nadvance 10.5s\nadd Milk\nadvance 59s\n")
  }

  /// It is written at once, over the longer one, so that a kill finds either.
  @Test func whatIsShorterIsMadeAsLongByBlanks() throws {
    try journal.keep("advance 59.5s\n")
    try journal.append("advance 1m\n")
    #expect(try text == "begin\n   advance 1m\n")
    try journal.append("undo\n")
    #expect(try text == "begin\n   advance 1m\nundo\n")
    try journal.withdraw()
    #expect(try text == "begin\n   advance 1m\n")
  }

  @Test func aSessionThatOutlivesItsDebuggerDoesNotKeepTheFileOpen() throws {
    let path = folder.file("other")
    var shell: RecordedShell? = RecordedShell(CounterShell.application)
    let session = shell?.shell.session
    shell?.run("record '\(path)'", "up")
    #expect(throws: SessionFileError.self) { try SessionJournal(path) }
    shell = nil
    #expect(throws: Never.self) { try SessionJournal(path) }
    #expect(session?.state.count == 1)
  }
}
