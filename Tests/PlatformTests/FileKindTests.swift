import TodoShellSystem
import TestSupport
import Testing

@testable import TodoShellPlatform

struct FileKindTests {
  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1521, "1.5 kB"), (9999, "9.9 kB"),
    (10_000, "10 kB"), (999_999, "999 kB"), (1_000_000, "1.0 MB"), (123_456_789, "123 MB"),
    (Int.max, "9.2 EB"),
  ])
  func aSizeHasAUnitOfWhichItIsAtLeastOne(bytes: Int, text: String) {
    #expect(FileKind.file(bytes: bytes).description == "file, \(text)")
  }

  @Test func whatIsThereIsSeen() throws {
    let folder = try TemporaryFolder()
    try folder.write("abc", to: "file")
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(symlink("nowhere", folder.file("link")) == 0)
    #expect(symlink("file", folder.file("good")) == 0)
    #expect(FileKind(at: folder.file("file")) == .file(bytes: 3))
    #expect(FileKind(at: folder.file("good")) == .file(bytes: 3))
    #expect(FileKind(at: folder.path) == .folder)
    #expect(FileKind(at: folder.file("pipe")) == .pipe)
    #expect(FileKind(at: folder.file("link")) == .brokenLink)
    #expect(FileKind(at: "/dev/null") == .device)
  }
}
