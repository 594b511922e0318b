import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger

struct ScriptStreamTests {
  private func commands(_ items: [ScriptScanner.Item]) -> [ScriptLine] {
    items.compactMap { if case .command(let line) = $0 { line } else { nil } }
  }

  @Test func onlyTheLinesOfOneChunkAreHeld() throws {
    let text = String(repeating: "undo 1\n", count: 20_000)
    let table = CounterShell.application.erased.table
    var stream = ScriptStream(ScriptSource(text.utf8, name: "script"), table)
    weak var page: SourcePage?
    var count = 0
    while let nodes = stream.next() {
      // Expected output may still follow the last command.
      #expect(
        page == nil || nodes[0].command?.source.page === page,
        "what has been read before was forgotten"
      )
      #expect(nodes.count <= 8_192)
      page = nodes.last?.command?.source.page
      #expect(page != nil)
      count += nodes.count
    }
    #expect(count == 20_000)
  }

  @Test(arguments: [0, 2 << 20])
  func checkingAScriptKeepsOnlyTheCommandsThatThereIsRoomFor(room: Int) throws {
    let kept = Kept()
    let vocabulary = Vocabulary<Int, Int>("Test") {
      Command("keep", kept.parameter, summary: "Keep") { (_: Interpreter<Int, Int>, _) in }
    }
    let parser = ScriptParser(
      table: CommandTable([vocabulary.erased], of: FeatureTypes(state: Int.self, action: Int.self)),
      room: room
    )
    let text = String(repeating: "keep it\n", count: 5_000)
    let program = try parser.program(ScriptSource(text.utf8, name: "script"))
    #expect(program.commandCount == 5_000)
    #expect(kept.parsed == 5_000)
    withExtendedLifetime(program) {
      #expect(room == 0 ? kept.alive == 0 : (1...room / 512).contains(kept.alive))
    }
    #expect(kept.mostAlive < 5_000)
  }

  @Test func piecesOfAnySizeSayTheSame() {
    let text = "\u{FEFF}add a\r\n# é\nadd \\\n  \"b ü\"\n| x\nadd \"\nlist"
    let bytes = Array(text.utf8)
    let whole = Script(scanning: bytes, file: "s")
    #expect(whole.lines.count == 4)
    #expect(whole.diagnostics.count == 1)
    for size in 1...bytes.count {
      var scanner = ScriptScanner(file: "s")
      for start in stride(from: 0, to: bytes.count, by: size) {
        bytes[start..<min(start + size, bytes.count)].withUnsafeBufferPointer { scanner.scan($0) }
      }
      scanner.finish()
      let items = scanner.takeItems()
      #expect(commands(items).map(\.source.text) == whole.lines.map(\.source.text), "size \(size)")
      #expect(commands(items).map(\.location) == whole.lines.map(\.location), "size \(size)")
    }
  }

  @Test func aLineThatDoesNotEndIsGivenUpBeforeItIsRead() {
    var scanner = ScriptScanner(file: "s")
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 14)
    var pieces = 0
    while !scanner.isStopped {
      piece.withUnsafeBufferPointer { scanner.scan($0) }
      pieces += 1
    }
    #expect(pieces == 5)
    guard case .error(let diagnostic)? = scanner.takeItems().first else { return #expect(Bool(false)) }
    #expect(diagnostic.message == "the line has more than 65536 bytes, which is the limit")
  }

  @Test func errorsThatNeverEndEndTheReading() throws {
    let parser = ScriptParser(table: CounterShell.application.erased.table)
    let text = String(repeating: "nonsense\n", count: 1_000)
    _ = try parser.program(ScriptSource(text.utf8, name: "script"))
    #expect(parser.diagnostics.count == Script.mostDiagnostics)
    #expect(parser.diagnostics.last?.notes == ["too many errors; the rest of the script was not checked"])
  }

  /// A writer that finds a reader may have gone before a second one comes, which then waits for ever.
  @Test func aNamedPipeIsOpenedOnce() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    var readers = 0
    #expect(throws: SystemError.self) {
      _ = try ScriptSource.file(pipe) {
        readers = openFiles().count { $0 == pipe }
        return true
      }
    }
    #expect(readers == 1)
  }

  /// Where the descriptors of this process lead to.
  private func openFiles() -> [String] {
    (0..<1024).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
  }
}

/// Counts what was read of a command and is still there.
private final class Kept {
  private(set) var parsed = 0
  fileprivate(set) var alive = 0 { didSet { mostAlive = max(mostAlive, alive) } }
  private(set) var mostAlive = 0

  final class Value {
    let kept: Kept
    init(_ kept: Kept) {
      self.kept = kept
      kept.alive += 1
    }
    deinit { kept.alive -= 1 }
  }

  var parameter: Parameter<Value> {
    Parameter("IT") { [unowned self] (reader) throws(Diagnostic) -> Value in
      _ = try reader.word(for: "IT")
      parsed += 1
      return Value(self)
    }
  }
}
