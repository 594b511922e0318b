import Foundation
import FuzzSubjects
import TestSupport
import Testing

/// What fuzzers have found holds still, and whatever of the language their corpus reaches is reached by the tests.
struct FuzzCorpusTests {
  private static let corpus = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .appending(path: "../../../Fuzzing/Corpus")
    .standardizedFileURL

  @Test(arguments: FuzzSubject.allCases)
  func everyInputOfTheCorpusIsFine(subject: FuzzSubject) throws {
    let folder = Self.corpus.appending(path: subject.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.count > 20)
    for (number, name) in names.enumerated() where number % 4 < rounds(1) {
      let input = Array(try Data(contentsOf: folder.appending(path: name)))
      #expect(throws: Never.self, "\(subject) \(name)") { try subject.check(input) }
    }
  }
}
