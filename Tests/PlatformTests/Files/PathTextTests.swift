import Foundation
import TestSupport
import Testing

@testable import TodoShellFiles

/// Paths as text.
struct PathTextTests {
  private func bytes(of path: String) -> [UInt8] {
    path.withPath { start in (0..<strlen(start)).map { UInt8(bitPattern: start[$0]) } }
  }

  @Test(arguments: ["", "todos", "/tmp/Äpfel 日本 👍🏽", "e\u{301}"])
  func textIsItself(_ path: String) {
    #expect(String(pathBytes: Array(path.utf8)) == path)
    #expect(bytes(of: path) == Array(path.utf8))
    #expect(!path.hasStrayBytes)
  }

  @Test func bytesThatAreNotTextComeBack() {
    let names: [[UInt8]] = [
      [0x63, 0xE9], [0xFF], [0x80, 0x80], [0xE6, 0x97], [0xED, 0xA0, 0x80], [0xC0, 0xAF],
      // A character that represents such a byte is not taken for one.
      Array("\u{10FFE9}".utf8),
    ]
    for name in names {
      let text = String(pathBytes: name)
      #expect(bytes(of: text) == name)
      #expect(text.hasStrayBytes)
    }
    #expect(Set(names.map { String(pathBytes: $0) }).count == names.count)
  }

  @Test func anyBytesComeBack() {
    var generator = SeededGenerator(seed: 15)
    for _ in 0..<2000 {
      let name = (0..<generator.below(12)).map { _ in
        generator.one(of: UInt8(1 + generator.below(255)), 0xF4, 0x8F, 0xBF, 0xA9, 0x2F)
      }
      #expect(bytes(of: String(pathBytes: name)) == name)
    }
  }

  @Test func aFileIsWrittenAndFoundUnderItsBytes() throws {
    let folder = try TemporaryFolder()
    let path = String(pathBytes: Array(folder.path.utf8) + [0x2F, 0x63, 0xE9])
    try AtomicFile.replace(path, with: [1, 2])
    #expect(try AtomicFile.read(path) == [1, 2])
    #expect(AtomicFile.resolvingLinks(path) == path)
    #expect(access(path, F_OK) != 0, "the text as it is names another file")
  }
}
