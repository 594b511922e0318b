import Core
import TodoShellSystem
import TestSupport
import Testing

@testable import TodoShellTerminal

struct HistoryFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func history(_ name: String = "state/history", limit: Int = 10_000, isPrivate: Bool = false)
    -> HistoryFile
  {
    HistoryFile(path: folder.file(name), limit: limit, isPrivate: isPrivate)
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    stat(folder.file(name), &status)
    return status.st_mode & 0o777
  }

  private func lines(_ name: String = "state/history") throws -> [String] {
    try String(decoding: folder.bytes(of: name), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func savedLinesAreLoadedAgain() throws {
    let first = history()
    #expect(first.load() == nil)
    for line in ["add Milk", "toggle 日本", "expect \\\n a == b", "C:\\new"] { first.append(line) }
    #expect(first.save() == nil)
    let second = history()
    #expect(second.load() == nil)
    #expect(second.entries == ["add Milk", "toggle 日本", "expect \\\n a == b", "C:\\new"])
  }

  @Test func fileAndFolderAreForTheirOwnerAlone() throws {
    let history = history("a/b/history")
    history.append("add Milk")
    #expect(history.save() == nil)
    #expect(mode("a/b/history") == 0o600)
    #expect(mode("a/b") == 0o700)
    #expect(mode("a") == 0o700)
    chmod(folder.file("a/b/history"), 0o644)
    history.append("undo")
    #expect(history.save() == nil)
    #expect(mode("a/b/history") == 0o600)
  }

  @Test func linesOfTwoShellsAreAllKept() throws {
    let (first, second) = (history(), history())
    #expect(first.load() == nil)
    #expect(second.load() == nil)
    for number in 0..<20 {
      let shell = number % 3 == 0 ? first : second
      shell.append("line \(number)")
      if number % 2 == 0 { #expect(shell.save() == nil) }
    }
    #expect(first.save() == nil)
    #expect(second.save() == nil)
    #expect(try Set(lines()) == Set((0..<20).map { "line \($0)" }))
    #expect(try lines().count == 20)
  }

  @Test(arguments: [
    (["a", "a", "b", "a"], ["a", "b", "a"]),
    ([" secret", "\tsecret", "a"], ["a"]),
    (["", "   ", "\n"], []),
    (["a\n", "a\r\n"], ["a"]),
  ])
  func repetitionsAndSecretsAreNotKept(typed: [String], kept: [String]) throws {
    let history = history()
    for line in typed { history.append(line) }
    #expect(history.entries == kept)
    #expect(history.save() == nil)
    #expect(try kept.isEmpty || lines() == kept)
  }

  @Test func aRepetitionOfAnotherShellsLineIsNotKept() throws {
    let (first, second) = (history(), history())
    for shell in [first, second] {
      shell.append("add Milk")
      #expect(shell.save() == nil)
    }
    #expect(try lines() == ["add Milk"])
  }

  @Test func theOldestLinesGoFirst() throws {
    let history = history(limit: 3)
    for number in 1...5 {
      history.append("\(number)")
      #expect(history.save() == nil)
    }
    #expect(history.entries == ["3", "4", "5"])
    #expect(try lines() == ["1", "2", "3", "4", "5"])
    let other = self.history(limit: 3)
    for number in 6...7 {
      other.append("\(number)")
      #expect(other.save() == nil)
    }
    #expect(try lines() == ["5", "6", "7"])
    history.append("8")
    #expect(history.save() == nil)
    #expect(try lines() == ["5", "6", "7", "8"])
    let shorter = self.history(limit: 2)
    #expect(shorter.load() == nil)
    #expect(shorter.entries == ["7", "8"])
  }

  /// How many bytes this thread has read and written so far.
  private func traffic() throws -> (read: Int, written: Int) {
    let text = try String(decoding: AtomicFile.read("/proc/thread-self/io") ?? [], as: UTF8.self)
    func number(_ name: String) -> Int {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ": ") }
      return line.flatMap { Int($0.dropFirst(name.count + 2)) } ?? 0
    }
    return (number("rchar"), number("wchar"))
  }

  @Test func savingReadsAndWritesOnlyNewLinesOfALongHistory() throws {
    try folder.write((0..<10_000).map { "line \($0)\n" }.joined(), to: "history")
    let (first, second) = (history("history"), history("history"))
    for shell in [first, second] {
      shell.append("a first line that makes the file known")
      #expect(shell.save() == nil)
    }
    let before = try traffic()
    let line = String(repeating: "x", count: 100)
    for number in 0..<100 {
      let shell = number % 2 == 0 ? first : second
      shell.append(line + "\(number)")
      #expect(shell.save() == nil)
    }
    let after = try traffic()
    #expect((10_000...12_000).contains(after.written - before.written))
    // Each shell reads what the other one has added.
    #expect(after.read - before.read <= 15_000)
    #expect(try lines("history").count == 10_101)
  }

  @Test func aLongHistoryIsSeldomReplaced() throws {
    let history = history("history", limit: 50)
    let before = try traffic()
    for number in 0..<1_000 {
      history.append("line \(1_000 + number)")
      #expect(history.save() == nil)
      #expect(try number % 100 > 0 || lines("history").count <= 100)
    }
    #expect(try traffic().written - before.written <= 2 * 10_000)
    #expect(try Array(lines("history").suffix(50)) == history.entries)
  }

  @Test func anIncompleteLastLineIsNotJoinedToTheNextOne() throws {
    try folder.write("old\nincompl", to: "history")
    let history = history("history")
    for line in ["new", "newer"] {
      history.append(line)
      #expect(history.save() == nil)
    }
    #expect(try lines("history") == ["old", "incompl", "new", "newer"])
  }

  @Test func aFileThatWasShortenedOrReplacedIsReadAgain() throws {
    let history = history("history")
    for text in ["", "edited\n", "replaced by hand\nnew"] {
      if !text.isEmpty { try folder.write(text, to: "history") }
      history.append("new \(text.count)")
      history.append("new")
      #expect(history.save() == nil)
    }
    #expect(try lines("history") == ["replaced by hand", "new", "new 20", "new"])
  }

  @Test func aPrivateHistoryTouchesNothing() throws {
    try folder.write("old\n", to: "history")
    let history = history("history", isPrivate: true)
    #expect(history.load() == nil)
    #expect(history.entries == [])
    history.append("new")
    #expect(history.save() == nil)
    #expect(history.entries == ["new"])
    #expect(try lines("history") == ["old"])
  }

  @Test func bytesThatAreNoTextSurvive() throws {
    let path = folder.file("history")
    try AtomicFile.replace(path, with: [0x61, 0xFF, 0xFE, 0x0A, 0x62], mode: 0o600)
    let history = history("history")
    #expect(history.load() == nil)
    #expect(history.entries == ["a\u{FFFD}\u{FFFD}", "b"])
    history.append("c")
    #expect(history.save() == nil)
    #expect(try folder.bytes(of: "history") == [0x61, 0xFF, 0xFE, 0x0A, 0x62, 0x0A, 0x63, 0x0A])
  }

  @Test func aFileThatIsNoHistoryIsLeftAlone() throws {
    let path = folder.file("history")
    let bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 0, 1, 2]
    try AtomicFile.replace(path, with: bytes, mode: 0o600)
    let history = history("history")
    #expect(history.load() == .notAHistory(path: path))
    history.append("add Milk")
    #expect(history.save() == .notAHistory(path: path))
    #expect(try folder.bytes(of: "history") == bytes)
  }

  @Test func whatCannotBeReadOrWrittenIsAWarningWithPlaceAndReason() throws {
    mkdir(folder.file("history"), 0o700)
    let history = history("history")
    #expect(history.load()?.description == "history: cannot read '\(folder.file("history"))': Is a directory")
    try folder.write("", to: "file")
    let below = self.history("file/history")
    below.append("add Milk")
    let warning = below.save()?.description ?? ""
    #expect(warning.contains("'\(folder.file("file"))") && warning.hasSuffix("': Not a directory"))
    // What could not be saved is tried again.
    unlink(folder.file("file"))
    #expect(below.save() == nil)
    #expect(try lines("file/history") == ["add Milk"])
  }

  @Test func aPipeInsteadOfAFileDoesNotHang() {
    mkfifo(folder.file("history"), 0o600)
    #expect(history("history").load() != nil)
  }

  @Test func aLinkToTheFileStaysALink() throws {
    try folder.write("old\n", to: "real")
    symlink(folder.file("real"), folder.file("history"))
    let history = history("history")
    history.append("new")
    #expect(history.save() == nil)
    var status = stat()
    lstat(folder.file("history"), &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(try lines("real") == ["old", "new"])
  }

  @Test func savingWaitsForTheLockButNotForEver() throws {
    let path = folder.file("history.lock")
    let held = try FileLock(path)
    #expect(throws: SystemError("lock", subject: path, code: EWOULDBLOCK)) { try FileLock(path, patience: 2) }
    held.release()
    try FileLock(path, patience: 1).release()
  }

  @Test(arguments: 1...5)
  func killsLoseNoLineThatWasSaved(_ round: Int) throws {
    let path = folder.file("history")
    // Two programs save as fast as they can until they are killed, each at its own moment.
    let programs = try (0..<2).map { _ in
      try PseudoTerminal([builtProgram("EditorProbe"), "--hammer", path])
    }
    for (index, program) in programs.enumerated() {
      try program.wait(forOutput: "saved \(5 + round * (index + 1))\r\n")
      program.signal(SIGKILL)
      #expect(try program.waitForEnd() == .signalled(SIGKILL))
    }
    let history = history("history")
    #expect(history.load() == nil)
    for program in programs {
      let said = String(decoding: program.output, as: UTF8.self).split(separator: "\r\n" as Character)
      #expect(!said.contains { $0.hasPrefix("warning") })
      let saved = said.compactMap { Int($0.dropFirst("saved ".count)) }.max() ?? 0
      for number in 0...saved {
        #expect(history.entries.contains("\(program.process) line \(number)"))
      }
    }
    #expect(history.entries.allSatisfy { $0.contains(" line ") })
    history.append("after the kill")
    #expect(history.save() == nil)
  }
}

struct HistoryEncodingTests {
  @Test func anyBytesComeBackFromOneLine() {
    var generator = SeededGenerator(seed: 1)
    let alphabet: [UInt8] = [0x5C, 0x0A, 0x0D, 0, 0x6E, 0x72, 0x30, 0x61, 0xFF]
    for _ in 0..<2000 {
      let bytes = (0..<generator.below(13)).map { _ in alphabet[generator.below(alphabet.count)] }
      let line = HistoryEncoding.encode(bytes)
      #expect(HistoryEncoding.decode(line) == bytes)
      #expect(!line.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 })
    }
  }

  @Test(arguments: [("a\\tb", "a\\tb"), ("a\\", "a\\"), ("a\\\\n", "a\\n"), ("a\\nb", "a\nb")])
  func backslashesOfAFileEditedByHandStandForThemselves(line: String, text: String) {
    #expect(HistoryEncoding.decode(line.utf8) == Array(text.utf8))
  }
}
