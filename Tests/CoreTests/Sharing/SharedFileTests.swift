import Foundation
import Testing

@testable import Core
@testable import TestSupport

struct SharedFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("numbers.json")
  }

  /// As in the running program, but with issues recorded.
  private func live(_ operation: () async throws -> Void) async rethrows -> [String] {
    let reporter = RecordingReporter()
    try await withIssueReporters([reporter]) {
      try await withDependencies {
        $0.context = .live
      } operation: {
        try await operation()
      }
    }
    return reporter.messages
  }

  private func makeNumbers() -> Shared<[Int]> {
    Shared(wrappedValue: [], .fileStorage(URL(fileURLWithPath: path)))
  }

  private func content() throws -> [Int] {
    try JSONDecoder().decode([Int].self, from: Data(folder.bytes(of: "numbers.json")))
  }

  /// What a shared value becomes once someone else has written the file.
  private func value(of numbers: Shared<[Int]>, once isAwaited: ([Int]) -> Bool) async -> [Int]? {
    for await value in numbers.publisher where isAwaited(value) { return value }
    return nil
  }

  @Test func aValueIsWrittenAndLoadedAgain() async throws {
    let issues = try await live {
      do {
        let numbers = makeNumbers()
        numbers.withLock { $0 = [1, 2] }
        try await numbers.save()
      }
      #expect(try content() == [1, 2])
      #expect(makeNumbers().wrappedValue == [1, 2])
    }
    #expect(issues == [])
  }

  @Test func theFirstUseCreatesTheFileWithTheDefaultValue() async throws {
    let nested = folder.file("a/b/numbers.json")
    _ = try await live {
      _ = Shared(wrappedValue: [7], .fileStorage(URL(fileURLWithPath: nested)))
      let data = try Data(contentsOf: URL(fileURLWithPath: nested))
      #expect(try JSONDecoder().decode([Int].self, from: data) == [7])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("a/b")) == ["numbers.json"])
      let other = Shared(wrappedValue: [8], .fileStorage(URL(fileURLWithPath: nested)))
      #expect(other.wrappedValue == [7], "the next use loads it")
    }
  }

  @Test func theFirstUseLeavesAFileAsItIs() async throws {
    try folder.write("[1, 2]", to: "numbers.json")
    let issues = try await live {
      #expect(makeNumbers().wrappedValue == [1, 2])
      let bytes = try folder.bytes(of: "numbers.json")
      #expect(bytes == Array("[1, 2]".utf8))
    }
    #expect(issues == [])
  }

  @Test func aMissingFileThatCannotBeCreatedIsNoErrorForAReader() async {
    let issues = await live {
      @SharedReader(.fileStorage(URL(fileURLWithPath: "/proc/todoshell/numbers.json"))) var numbers = [1]
      #expect(numbers == [1] && $numbers.loadError == nil)
    }
    #expect(issues == [])
  }

  @Test func theFirstChangeIsOnDiskWhenItIsMade() async throws {
    let issues = try await live {
      let numbers = makeNumbers()
      numbers.withLock { $0 = [1] }
      let written = try content()
      #expect(written == [1])
    }
    #expect(issues == [])
  }

  @Test func anEmptyFileIsTheDefaultValue() async throws {
    try folder.write("", to: "numbers.json")
    let issues = try await live {
      let numbers = Shared(wrappedValue: [5], .fileStorage(URL(fileURLWithPath: path)))
      #expect(numbers.wrappedValue == [5] && numbers.loadError == nil)
      #expect(try folder.bytes(of: "numbers.json") == [], "another program may be about to write it")
      numbers.withLock { $0 = [6] }
      try await numbers.save()
      #expect(try content() == [6])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["numbers.json"])
    }
    #expect(issues == [])
  }

  @Test func anEmptyFileIsAValueForAFormatThatHasOne() async throws {
    try folder.write("", to: "text")
    _ = await live {
      let key = FileStorageKey<String>.fileStorage(URL(fileURLWithPath: folder.file("text"))) {
        String(decoding: $0, as: UTF8.self)
      } encode: {
        Data($0.utf8)
      }
      #expect(Shared(wrappedValue: "default", key).wrappedValue == "")
    }
  }

  @Test func whatIsNotYetWrittenIsLoadedAllTheSame() async throws {
    _ = try await live {
      for number in 0..<50 {
        makeNumbers().withLock { $0 = [number] }
        #expect(makeNumbers().wrappedValue == [number])
      }
      // What is written later would make the folder again that the test removes.
      try await makeNumbers().save()
    }
  }

  @Test func aFolderThatIsNotThereIsMade() async throws {
    let nested = folder.file("a/b/numbers.json")
    _ = try await live {
      let numbers = Shared(wrappedValue: [0], .fileStorage(URL(fileURLWithPath: nested)))
      numbers.withLock { $0 = [1] }
      try await numbers.save()
      #expect(FileManager.default.fileExists(atPath: nested))
    }
  }

  @Test func aBrokenFileIsAnErrorAndIsKept() async throws {
    try folder.write("[1, 2", to: "numbers.json")
    let issues = try await live {
      let numbers = makeNumbers()
      #expect(numbers.wrappedValue == [] && numbers.loadError is DecodingError)
      await #expect(throws: DecodingError.self) { try await numbers.load() }
      #expect(try folder.bytes(of: "numbers.json") == Array("[1, 2".utf8), "looking changes nothing")
      numbers.withLock { $0 = [3] }
      try await numbers.save()
      #expect(numbers.loadError == nil)
      #expect(try content() == [3])
      #expect(try folder.bytes(of: "numbers.json.broken") == Array("[1, 2".utf8))
      // Another one does not take the place of the first.
      try folder.write("?", to: "numbers.json")
      numbers.withLock { $0 = [4] }
      try await numbers.save()
      #expect(try folder.bytes(of: "numbers.json.broken2") == Array("?".utf8))
    }
    #expect(issues.contains { $0.contains("could not be loaded") })
  }

  @Test func whatCannotBeReplacedIsAnErrorAndTheValueStays() async throws {
    // A folder in the place of the file: not even the superuser can replace it.
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let issues = await live {
      let numbers = makeNumbers()
      #expect(numbers.loadError is SystemError)
      numbers.withLock { $0 = [1] }
      await #expect(throws: SystemError.self) { try await numbers.save() }
      #expect(numbers.wrappedValue == [1] && numbers.saveError is SystemError)
    }
    #expect(issues.contains { $0.contains("numbers.json") })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["numbers.json"])
  }

  @Test func aFolderThatCannotBeWrittenToIsAnError() async {
    let numbers = URL(fileURLWithPath: "/proc/todoshell/numbers.json")
    _ = await live {
      let shared = Shared(wrappedValue: [0], .fileStorage(numbers))
      shared.withLock { $0 = [1] }
      await #expect(throws: (any Error).self) { try await shared.save() }
      #expect(shared.wrappedValue == [1])
    }
  }

  @Test func aLinkStaysALink() async throws {
    try folder.write("[1]", to: "real.json")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("real.json"))
    _ = try await live {
      let numbers = makeNumbers()
      #expect(numbers.wrappedValue == [1])
      numbers.withLock { $0 = [2] }
      try await numbers.save()
    }
    #expect(try folder.bytes(of: "real.json") == Array("[\n  2\n]".utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == folder.file("real.json"))
  }

  @Test func whatAnotherProgramWritesIsSeen() async throws {
    _ = try await live {
      let numbers = makeNumbers()
      try await run("exit")
      #expect(await value(of: numbers) { $0 == [42] } == [42])
      // Removing the file takes the value back to what it was to begin with.
      try FileManager.default.removeItem(atPath: path)
      #expect(await value(of: numbers) { $0.isEmpty } == [])
    }
  }

  /// Commands that change a file from [1] to [2].
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var file = "a"
    let prepare: String
    let change: String

    static let all = [
      Change(testDescription: "written in place", prepare: "echo [1] > a", change: "echo [2] > a"),
      Change(testDescription: "replaced", prepare: "echo [1] > a; echo [2] > b", change: "mv b a"),
      Change(
        testDescription: "replaced by a hard link",
        prepare: "echo [1] > a; echo [2] > b",
        change: "rm a; ln b a"
      ),
      Change(
        testDescription: "moved away, and another moved in",
        prepare: "echo [1] > a; echo [2] > b",
        change: "mv a c; mv b a"
      ),
      Change(
        testDescription: "the target of a link is replaced",
        prepare: "mkdir f; echo [1] > b; echo [2] > c; ln -s ../b f/a; ln -s f/a a",
        change: "mv c b"
      ),
      Change(
        testDescription: "the target of a link is written",
        prepare: "mkdir f; echo [1] > f/b; ln -s f/b a",
        change: "echo [2] > f/b"
      ),
      Change(
        testDescription: "a link is replaced",
        prepare: "echo [1] > b; echo [2] > c; ln -s b a; ln -s c d",
        change: "mv -T d a"
      ),
      Change(
        testDescription: "the folder is a link, which is replaced",
        prepare: "mkdir v1 v2; echo [1] > v1/a; echo [2] > v2/a; ln -s v1 data; ln -s data/a a",
        change: "ln -s v2 new; mv -T new data; rm -r v1"
      ),
      Change(
        testDescription: "the folder is made again",
        file: "f/g/a",
        prepare: "mkdir -p f/g; echo [1] > f/g/a",
        change: "rm -r f; mkdir -p f/g; echo [2] > f/g/a"
      ),
      Change(
        testDescription: "the folder is moved away, and another moved in",
        file: "f/a",
        prepare: "mkdir f g; echo [1] > f/a; echo [2] > g/a",
        change: "mv f h; mv g f"
      ),
      Change(
        testDescription: "written under another name",
        prepare: "mkdir f; echo [1] > a; ln a f/b",
        change: "echo [2] > f/b"
      ),
    ]
  }

  private func runShell(_ commands: String) async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", commands]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { continuation.yield($0.terminationStatus) }
    try process.run()
    #expect(await ends.first { _ in true } == 0)
  }

  @Test(arguments: Change.all) func changeOfAFileIsNoticed(change: Change) async throws {
    try await runShell(change.prepare)
    _ = try await live {
      let url = URL(fileURLWithPath: folder.file(change.file))
      let numbers = Shared<[Int]>(wrappedValue: [], .fileStorage(url))
      #expect(numbers.wrappedValue == [1])
      try await runShell(change.change)
      #expect(await value(of: numbers) { $0 == [2] } == [2])
      try await runShell("echo [3] > \(change.file)")
      #expect(await value(of: numbers) { $0 == [3] } == [3], "and later ones, too")
    }
  }

  @Test func fileMovedAwayIsTheDefaultValue() async throws {
    try await runShell("echo [1] > numbers.json")
    _ = try await live {
      let numbers = makeNumbers()
      #expect(numbers.wrappedValue == [1])
      try await runShell("mv numbers.json b")
      #expect(await value(of: numbers) { $0 == [] } == [])
    }
  }

  @Test func manyFilesShareOneDescriptor() async throws {
    _ = try await live {
      let all = (0..<20).map { number in
        Shared<[Int]>(
          wrappedValue: [],
          .fileStorage(URL(fileURLWithPath: folder.file("\(number)/numbers.json")))
        )
      }
      try await runShell("for n in $(seq 0 19); do echo \"[$n]\" > $n/numbers.json; done")
      for (number, numbers) in all.enumerated() {
        #expect(await value(of: numbers) { $0 == [number] } == [number])
      }
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      let targets = descriptors.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(targets.count { $0.contains("inotify") } == 1)
    }
  }

  @Test func unusedFilesAreNoLongerWatched() async throws {
    let inode = try #require(
      FileManager.default.attributesOfItem(atPath: folder.file(""))[.systemFileNumber] as? Int
    )
    func watchCount() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").count { descriptor in
        let text = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
        return text?.contains("inotify wd:") == true
          && text?.contains(" ino:\(String(inode, radix: 16)) ") == true
      }
    }
    let queue = DispatchQueue(label: "test")
    let watches = ["a", "b"].compactMap {
      FileWatch(path: folder.file($0), queue: queue, didFail: { _ in }) {}
    }
    #expect(try watchCount() == 1)
    watches[0].cancel()
    #expect(try watchCount() == 1, "the other file is still watched")
    watches[1].cancel()
    #expect(try watchCount() == 0)
  }

  @Test func writerIsReleasedWithTheLastUseOfItsFile() async throws {
    // The watch may notice a file that the writer creates, and then uses the writer for a moment.
    try folder.write("[]", to: "numbers.json")
    weak var writer: FileWriter?
    _ = await live {
      let numbers = makeNumbers()
      writer = FileWriter.of(URL(fileURLWithPath: path).standardizedFileURL.path)
      #expect(writer != nil && numbers.wrappedValue == [])
    }
    #expect(writer == nil)
  }

  @Test func whatTheFirstWriteReplacesIsNoNews() async throws {
    _ = try await live {
      let (file, isFirst) = (URL(fileURLWithPath: path), LockIsolated(true))
      let key = FileStorageKey<[Int]>.fileStorage(file) {
        try JSONDecoder().decode([Int].self, from: $0)
      } encode: { numbers in
        // Another program writes while this one is about to.
        if numbers == [2],
          isFirst.withValue({ isFirst in
            defer { isFirst = false }; return isFirst
          })
        {
          try Data("[1]".utf8).write(to: file)
        }
        return try JSONEncoder().encode(numbers)
      }
      @Shared(key) var numbers = []
      var values = $numbers.publisher.makeAsyncIterator()
      $numbers.withLock { $0 = [2] }
      // Replaced in one step, because an empty file would be news, too.
      try Data("[3]".utf8).write(to: file, options: .atomic)
      for value in [[], [2], [3]] { #expect(await values.next() == value) }
    }
  }

  @Test func whatAnotherProgramWritesIsSeenByLoading() async throws {
    _ = try await live {
      let numbers = makeNumbers()
      try folder.write("[7]", to: "numbers.json")
      try await numbers.load()
      #expect(numbers.wrappedValue == [7])
    }
  }

  @Test func aProgramThatEndsHasWrittenAll() async throws {
    try await run("exit")
    #expect(try content() == [42])
  }

  @Test func aProgramThatEndsWhileItSavesHasWrittenAll() async throws {
    try await run("exit-while-saving")
    #expect(try content() == [42])
  }

  @Test func programsThatWriteAtOnceNeverBreakTheFile() async throws {
    let issues = try await live {
      let numbers = makeNumbers()
      let others = try (0..<2).map { _ in try start("write", "60") }
      for number in 0..<60 {
        numbers.withLock { $0 = Array(repeating: -number, count: 500) }
        try await numbers.save()
        // Whoever looks finds a whole list of someone's.
        let list = try content()
        #expect(list.count == 500 && Set(list).count == 1)
      }
      for other in others { #expect(await other.end() == 0) }
    }
    #expect(issues == [])
    #expect(try content().count == 500)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["numbers.json"])
  }

  @Test func aProgramThatIsKilledLeavesAWholeFile() async throws {
    for _ in 0..<5 {
      let process = try start("write", "10000")
      // Waiting without suspension: otherwise all other tests might come first, while it writes on and on.
      #expect(!process.output.availableData.isEmpty)
      kill(process.process.processIdentifier, SIGKILL)
      await process.end()
      #expect(try content().count == 500)
    }
    // Nor does what it left behind keep the next one from writing.
    try await run("exit")
    #expect(try content() == [42])
  }

  private struct Running: Sendable {
    let process: Process
    /// Its standard output.
    let output: FileHandle
    let ends: AsyncStream<Int32>

    @discardableResult
    func end() async -> Int32? { await ends.first { _ in true } }
  }

  private func start(_ arguments: String...) throws -> Running {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: builtProgram("SharingProbe"))
    process.arguments = [path] + arguments
    let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = { continuation.yield($0.terminationStatus) }
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DEPENDENCIES_CONTEXT"] = "live"
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return Running(process: process, output: output.fileHandleForReading, ends: ends)
  }

  private func run(_ command: String, _ count: String = "") async throws {
    let status = try await start(command, count).end()
    #expect(status == 0)
  }
}
