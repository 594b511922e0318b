import Foundation
import TestSupport
import Testing

@testable import TodoShellFiles

/// Replacing a file, whoever else does so or has a file there.
struct AtomicFileTests {
  private func names(in folder: TemporaryFolder) throws -> Set<String> {
    try Set(FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test(arguments: [".file.new", ".file.tmp", "file.new", "file~"])
  func aFileOfTheUserIsNotTakenForATemporaryOne(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: name)
    try AtomicFile.replace(folder.file("file"), with: Array("new".utf8))
    #expect(try folder.bytes(of: name) == Array("mine".utf8))
    #expect(try names(in: folder) == [name, "file"])
  }

  @Test func writersAtTheSameTimeLeaveTheWholeTextOfOne() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("file")
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      for _ in 0..<25 {
        do {
          try AtomicFile.replace(path, with: [UInt8](repeating: UInt8(writer), count: 100_000))
        } catch { failures.note(error) }
      }
    }
    #expect(failures.all == [])
    let bytes = try folder.bytes(of: "file")
    #expect(bytes.count == 100_000 && Set(bytes).count == 1)
    #expect(try names(in: folder) == ["file"])
  }

  @Test func permissionsStayAndNewFilesHaveThoseOfTheUmask() throws {
    let folder = try TemporaryFolder()
    let byHand = open(folder.file("by hand"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    close(byHand)
    try AtomicFile.replace(folder.file("shared"), with: [], newMode: 0o666)
    #expect(mode(of: folder.file("shared")) == mode(of: folder.file("by hand")))
    try AtomicFile.replace(folder.file("own"), with: [])
    #expect(mode(of: folder.file("own")) == 0o600)
    for old: mode_t in [0o400, 0o640, 0o755, 0o606] {
      chmod(folder.file("own"), old)
      try AtomicFile.replace(folder.file("own"), with: [1], newMode: 0o666)
      #expect(mode(of: folder.file("own")) == old)
    }
    try AtomicFile.replace(folder.file("own"), with: [2], mode: 0o600)
    #expect(mode(of: folder.file("own")) == 0o600)
  }

  @Test func aLinkStaysOne() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("kept"), withIntermediateDirectories: false)
    #expect(symlink("kept/file", folder.file("link")) == 0)
    try AtomicFile.replace(folder.file("link"), with: [1])
    #expect(try folder.bytes(of: "kept/file") == [1])
    #expect(try names(in: folder) == ["kept", "link"])
  }

  @Test(arguments: [false, true])
  func aFileThatIsNotRenamedLeavesNothing(isNamed: Bool) throws {
    let folder = try TemporaryFolder()
    let unused = try #require(ReplacementFile(in: folder.path, mode: 0o600, isNamed: isNamed))
    #expect(try names(in: folder).isEmpty != isNamed)
    unused.discard()
    #expect(try names(in: folder).isEmpty)
    var used = try #require(ReplacementFile(in: folder.path, mode: 0o600, isNamed: isNamed))
    try folder.write("old", to: "file")
    #expect(write(used.descriptor, "new", 3) == 3)
    let isRenamed = used.rename(to: folder.file("file"))
    #expect(isRenamed)
    close(used.descriptor)
    #expect(try folder.bytes(of: "file") == Array("new".utf8))
    #expect(try names(in: folder) == ["file"])
  }

  /// A program that is killed between naming its file and renaming it leaves it behind.
  @Test func theNextReplacementRemovesWhatAKilledProgramLeft() throws {
    let folder = try TemporaryFolder()
    try folder.write("left", to: ".file.~replacing~")
    try AtomicFile.replace(folder.file("file"), with: [1])
    #expect(try names(in: folder) == ["file"])
  }

  @Test func theFileOfAProgramThatIsStillReplacingIsKept() throws {
    let folder = try TemporaryFolder()
    try folder.write("other", to: ".file.~replacing~")
    let other = open(folder.file(".file.~replacing~"), O_RDONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    try AtomicFile.replace(folder.file("file"), with: [1])
    #expect(try names(in: folder) == [".file.~replacing~", "file"])
    #expect(try folder.bytes(of: ".file.~replacing~") == Array("other".utf8))
  }

  @Test func aFileThatMemoryCannotHoldIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "sparse")
    try #require(truncate(path, 3 << 30) == 0)
    #expect(throws: SystemError("read", subject: path, code: EFBIG)) { try AtomicFile.read(path) }
  }

  @Test func aLongNameIsReplaced() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "x", count: 255)
    for byte in [1, 2] as [UInt8] { try AtomicFile.replace(folder.file(name), with: [byte]) }
    #expect(try folder.bytes(of: name) == [2])
    #expect(try names(in: folder) == [name])
  }
}

/// What went wrong on any thread.
private final class Failures: @unchecked Sendable {  // Guarded by its lock.
  private let lock = NSLock()
  private var noted: [String] = []

  var all: [String] { lock.withLock { noted } }

  func note(_ error: any Error) { lock.withLock { noted.append("\(error)") } }
}
