import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellDebugger

struct SessionCopiesTests {
  private let folder: TemporaryFolder
  private let path: String
  private var copies = SessionCopies()

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write("text", to: "s")
    copies.note(SessionCopies.Copy(commandCount: 1, length: 4), at: path)
  }

  @Test func aCopyIsOneUntilItIsChangedOrRemoved() throws {
    #expect(try copies.copy(at: path)?.commandCount == 1)
    #expect(try copies.copy(at: folder.file("other")) == nil)
    try folder.write("longer text", to: "s")
    #expect(try copies.copy(at: path) == nil)
    try FileManager.default.removeItem(atPath: path)
    #expect(try copies.copy(at: path) == nil)
  }

  @Test func aFileThatCannotBeSeenIsNotOneThatWasChanged() throws {
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    let error = #expect(throws: SystemError.self) { _ = try copies.copy(at: path) }
    #expect(
      error?.description
        == "cannot tell whether another program has changed '\(path)': Too many levels of symbolic links"
    )
  }

  @Test func aCopyThatCouldNotBeSeenWhenItWasNotedIsUnknown() throws {
    var copies = SessionCopies()
    let problem = SystemError("read", subject: path, code: EIO)
    copies.note(SessionCopies.Copy(commandCount: 1, length: 4), at: path, unlessKnown: problem)
    #expect(throws: problem) { _ = try copies.copy(at: path) }
  }
}
