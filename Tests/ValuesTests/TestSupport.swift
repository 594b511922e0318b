import TestSupport
import Testing

@testable import TodoShellValues

/// The words of a line.
func words(_ text: String) throws(Diagnostic) -> [Word] {
  var draft = SourcePage.Draft()
  let place = try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(Diagnostic) in
    try Lexer.read(LogicalLine(bytes: bytes, number: 1), file: "-", to: &draft)
  }
  guard let place, let page = draft.page(file: "-") else { return [] }
  return place.words.map { Word(on: page, at: $0) }
}

/// The only word of a line.
func word(_ text: String) throws(Diagnostic) -> Word {
  guard let word = try words(text).first else { throw SourceText(text).diagnostic("no word") }
  return word
}
