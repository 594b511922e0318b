import Foundation
import TestSupport
import Testing

/// Sources that a script writes are as it would write them today.
struct GeneratedSourceTests {
  @Test(.clients) func wideCharactersAreThoseOfTheUnicodeVersionThatTheyName() throws {
    let generated = try run(repository.appending(path: "Scripts/cell-widths").path, [])
    #expect(generated.status == 0, "\(generated.errors)")
    let file = repository.appending(path: "Sources/Values/Source/WideCharacters.swift")
    #expect(try generated.output == String(contentsOf: file, encoding: .utf8))
  }
}
