import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellValues

struct JSONParserTests {
  private func parsed(_ text: String) -> String? { (try? JSON(parsing: text.utf8))?.text }

  @Test(arguments: [
    "0", "-0", "12345678901234567890123", "1e30", "1.50", "-2.5E-3", "1e+9", #""""#, "[]", "{}", "null",
    #"{"b":[1,{"a":true}],"a":false,"b":2}"#,
  ])
  func whatIsReadIsWrittenInTheSameWay(text: String) {
    #expect(parsed(text) == text)
    #expect(parsed(" \t\r\n\(text) \n") == text)
  }

  @Test(arguments: [
    #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\u0041""#, #""\ud83d\ude00""#,
    #""\b\f\n\r\t\"\\\/\u00e9\uFFFF""#,
  ])
  func halfOfASurrogatePairIsReplaced(text: String) throws {
    let units = try JSON(parsing: text.utf8).string.map { Array($0.utf16) }
    // Foundation refuses what JavaScript's JSON.stringify writes; its own strings can hold it.
    let expected = try JSONSerialization.jsonObject(
      with: Data(text.replacing(/\\ud800|\\udc00/, with: "\\ufffd").utf8),
      options: .fragmentsAllowed
    )
    #expect(units == (expected as? String).map { Array($0.utf16) })
  }

  @Test(arguments: [
    "", " ", "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "tru", "truex", "nul", "'a'", "\"",
    "\"\\",
    "\"\\u12", "\"\\u12\"", #""\u00g0""#, #""\x""#, "\"\n\"", "\"\u{1}\"", "[", "[1", "[1,", "[1,]", "[,]",
    "[1 2]",
    "{", #"{"a""#, #"{"a":"#, #"{"a":1,}"#, "{a:1}", "{1:2}", #"{"a" 1}"#, "1 2", "[]]", #""\ud800\u00""#,
  ])
  func whatIsNoJSONIsRefused(text: String) {
    #expect(parsed(text) == nil)
  }

  @Test func invalidUTF8IsRefused() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] {
      #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x22] + bytes + [0x22]) }
    }
  }

  @Test func nestingIsLimited() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(parsed(nested(500)) != nil)
    #expect(parsed(nested(501)) == nil)
    #expect(parsed(String(repeating: "{\"a\":", count: 100_000)) == nil)
  }

  @Test(arguments: [
    ("10", 10), ("10.0", 10), ("1e1", 10), ("-3", -3), ("9223372036854775807", Int.max), ("1.5", nil),
    ("1e400", nil),
    ("9223372036854775808", nil), ("-9223372036854775809", nil), ("9007199254740993.0", nil),
  ])
  func aWholeNumberIsNeverRounded(text: String, number: Int?) throws {
    #expect(try JSON(parsing: text.utf8).int == number)
  }

  /// Foundation must agree about what is JSON.
  @Test(arguments: 0..<rounds(250)) func whatFoundationReadsIsTheSame(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = [
      "[", "]", "{", "}", ",", ":", "\"", "\"a\"", "\\n", "\\u0041", "1", "0", "-", ".", "e", "true", "null",
      " ", "é",
    ]
    let text = random.garbage(from: pieces)
    let other = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    let own = parsed(text)
    #expect((own == nil) == (other == nil), "seed \(seed): \(text)")
    guard let own, let other else { return }
    let again = try JSONSerialization.jsonObject(with: Data(own.utf8), options: .fragmentsAllowed)
    #expect((again as? NSObject) == (other as? NSObject), "seed \(seed): \(text)")
  }
}
