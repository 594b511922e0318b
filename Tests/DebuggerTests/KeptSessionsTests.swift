import Core
import TestSupport
import Testing

@testable import Debugger

/// The sessions that are kept because they were in no file.
struct KeptSessionsTests {
  private let folder: TemporaryFolder
  private let kept: KeptSessions

  init() throws {
    folder = try TemporaryFolder()
    kept = KeptSessions(in: folder.path)
  }

  @Test func filesAreNumberedInOrder() throws {
    #expect(try kept.last() == nil)
    for number in 1...3 {
      #expect(try kept.add("session", replacing: { _ in false }) == folder.file("\(number).todoscript"))
    }
    #expect(try kept.last() == folder.file("3.todoscript"))
  }

  @Test(arguments: ["\(Int.max)", "\(Int.max - 1)", "-1", "friday"])
  func aFileWithANameOfItsOwnIsLeftAlone(name: String) throws {
    try folder.write("mine", to: "\(name).todoscript")
    #expect(try kept.last() == nil)
    for _ in 0..<7 { _ = try kept.add("session", replacing: { _ in false }) }
    #expect(try kept.last() == folder.file("7.todoscript"))
    #expect(try folder.bytes(of: "\(name).todoscript") == Array("mine".utf8))
  }
}
