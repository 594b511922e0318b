import Core
import FuzzSubjects
import TestSupport
import Testing

@testable import TodoShellValues

struct DurationTests {
  @Test func aDurationInAStateReadsAsTheLanguageWritesIt() {
    struct Egg: Equatable { var remaining: Duration }
    #expect(String(customDumping: Egg(remaining: .seconds(90))) == "DurationTests.Egg(remaining: 1m30s)")
    #expect(JSON(Egg(remaining: .milliseconds(1500))).text == #"{"remaining":"1.5s"}"#)
  }

  @Test(arguments: [
    ("1s", Duration.seconds(1)),
    ("250ms", .milliseconds(250)),
    ("1m30s", .seconds(90)),
    ("2h", .seconds(7_200)),
    ("1.5s", .milliseconds(1_500)),
    ("0s", .zero),
    ("1us", .microseconds(1)),
    ("1µs", .microseconds(1)),
    ("1\u{3BC}s", .microseconds(1)),
    ("7ns", .nanoseconds(7)),
    ("1d2h", .seconds(93_600)),
    ("30s1m", .seconds(90)),
    ("0.5m", .seconds(30)),
    ("1.500000000000000000000s", .milliseconds(1_500)),
    ("9223372036854775807s", .init(secondsComponent: .max, attosecondsComponent: 0)),
  ])
  func aDurationIsARowOfNumbersWithUnits(text: String, expected: Duration) throws {
    #expect(try Duration(parsing: word(text)) == expected)
  }

  @Test func blanksMayStandBetweenTheParts() throws {
    #expect(try Duration(parsing: SourceText(" 1m  30s ")) == .seconds(90))
  }

  @Test(arguments: [
    ("5", 9, "expected a unit after 5, found nothing"),
    ("5x", 10, "unknown time unit 'x'"),
    ("1s5", 11, "expected a unit after 5, found nothing"),
    ("soon", 9, "expected a duration, found 'soon'"),
    ("-1s", 9, "expected a duration, found '-1s', which is negative"),
    ("1.s", 9, "expected a duration, found '1.s'"),
    ("9223372036854775808s", 9, "the duration 9223372036854775808s is too long"),
    (
      "99999999999999999999999999999999999999999d", 9,
      "the duration 999999999999999999999999999999999999999… is too long"
    ),
    ("9223372036854775807s1s", 9, "the duration 9223372036854775807s1s is too long"),
    ("0.1000000000000000001s", 9, "0.1000000000000000001 has too many decimal places for a duration"),
    (#""1x""#, 9, "unknown time unit 'x'"),
  ])
  func aWrongDurationSaysWhatWasFound(text: String, column: Int, message: String) throws {
    let word = try words("advance " + text)[1]
    let diagnostic = try #require(diagnostic(of: try Duration(parsing: word)))
    #expect(diagnostic.message == message)
    #expect(diagnostic.location.column == column)
    #expect(diagnostic.hint != nil)
  }

  @Test(arguments: [
    (Duration.zero, "0s"),
    (.seconds(90), "1m30s"),
    (.milliseconds(999), "999ms"),
    (.milliseconds(1_500), "1.5s"),
    (.seconds(93_605), "1d2h5s"),
    (.microseconds(1_500), "1.5ms"),
    (.nanoseconds(1), "1ns"),
    (.init(secondsComponent: 0, attosecondsComponent: 1), "0.000000001ns"),
    (.seconds(-90), "-1m30s"),
    (.milliseconds(61_001), "1m1.001s"),
  ])
  func aDurationIsWrittenInTheFewestParts(duration: Duration, expected: String) {
    #expect(duration.formatted == expected)
  }

  @Test func whatIsWrittenReadsBackAsTheSame() throws {
    for seed in 0..<UInt64(rounds(375)) {
      var generator = SeededGenerator(seed: seed)
      let seconds = Int64.random(
        in: 0...(.max >> Int64.random(in: 0..<63, using: &generator)),
        using: &generator
      )
      let attoseconds = Int64.random(in: 0..<1_000_000_000_000_000_000, using: &generator)
      let scale: Int64 = [1, 1_000_000_000, 1_000_000_000_000_000].randomElement(using: &generator) ?? 1
      let duration = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds / scale * scale)
      #expect(try Duration(parsing: word(duration.formatted)) == duration, "seed \(seed)")
    }
  }

  @Test func garbageIsEitherADurationOrRefusedWithAPlace() {
    for seed in 0..<UInt64(rounds(375)) {
      var generator = SeededGenerator(seed: seed)
      let text = generator.garbage(from: [
        "1", "0", "9223372036854775807", ".", "s", "m", "ms", "d", "µs", "-", " ", "h",
      ])
      do throws(Diagnostic) {
        _ = try Duration(parsing: SourceText(text)).formatted
      } catch {
        #expect(throws: Never.self, "seed \(seed)") { try error.check(in: text) }
      }
    }
  }
}

struct IntegerTests {
  @Test func aWordIsReadAsANumber() throws {
    #expect(try word("42").integer() == 42)
    #expect(try word("-7").integer() == -7)
    #expect(try word("9223372036854775807").integer() == .max)
    #expect(try word("-9223372036854775808").integer() == .min)
  }

  @Test(arguments: ["99999999999999999999", "92233720368547758070", "9223372036854775808"])
  func aNumberThatIsTooLargeIsToldTheLargest(text: String) throws {
    let diagnostic = diagnostic(of: try word(text).integer("count", in: 1...Int.max))
    #expect(diagnostic?.message == "the count \(text) is out of range")
    #expect(diagnostic?.hint == "write a whole number up to 9223372036854775807")
  }

  @Test(arguments: [
    ("x", "expected a count, found 'x'", "write a whole number from 1 to 9"),
    ("1.5", "expected a count, found '1.5'", "write a whole number from 1 to 9"),
    ("0", "the count 0 is out of range", "write a whole number from 1 to 9"),
    (
      "99999999999999999999999", "the count 99999999999999999999999 is out of range",
      "write a whole number from 1 to 9"
    ),
    ("-", "expected a count, found '-'", "write a whole number from 1 to 9"),
  ])
  func aWrongNumberSaysWhichOnesThereAre(text: String, message: String, hint: String) throws {
    let diagnostic = diagnostic(of: try word(text).integer("count", in: 1...9))
    #expect(diagnostic?.message == message)
    #expect(diagnostic?.hint == hint)
  }
}

struct IndexSelectionTests {
  private func select(_ text: String, count: Int) throws(Diagnostic) -> [Int] {
    let words = try Array(words("x " + text).dropFirst())
    return try IndexSelection(parsing: words, orAt: SourceText("x")).indices(count: count, noun: "todo")
  }

  @Test(arguments: [
    ("0", [0]), ("2 0 2", [0, 2]), ("0,2", [0, 2]), ("0, 2", [0, 2]), ("0-2", [0, 1, 2]),
    ("0...2", [0, 1, 2]),
    ("0..<2", [0, 1]), ("2...", [2, 3, 4]), ("...1", [0, 1]), ("..<2", [0, 1]), ("all", [0, 1, 2, 3, 4]),
    ("last", [4]), ("first", [0]), ("first-2", [0, 1, 2]), ("first last", [0, 4]), ("3-last", [3, 4]),
    ("0 3-4", [0, 3, 4]), ("2..<2", []), ("5...", []),
    ("0..<5", [0, 1, 2, 3, 4]),
  ])
  func aSetIsMadeOfIndicesAndRanges(text: String, expected: [Int]) throws {
    #expect(try select(text, count: 5) == expected)
  }

  @Test(arguments: [
    ("9", 3, 3, "no todo 9; the list shows 3 (0 to 2)"),
    ("0 9", 1, 5, "no todo 9; the list shows only todo 0"),
    ("0", 0, 3, "no todo 0; the list is empty"),
    ("99999999999999999999", 3, 3, "no todo 99999999999999999999; the list shows 3 (0 to 2)"),
    ("99999999999999999999", .max, 3, "no todo 99999999999999999999; the index is too large for any list"),
    ("first", 0, 3, "no first todo; the list is empty"),
    ("last", 0, 3, "no last todo; the list is empty"),
    ("0-999999999999999999999", 3, 3, "no todo 999999999999999999999; the list shows 3 (0 to 2)"),
    ("2-1", 3, 3, "the range 2-1 runs backwards"),
    ("last-0", 3, 3, "the range last-0 runs backwards; the list shows 3 (0 to 2)"),
    ("0,x", 3, 5, "expected an index, found 'x'"),
    ("0,,1", 3, 5, "expected an index, found nothing"),
    ("-1", 3, 3, "expected an index, found '-1'"),
    ("1-", 3, 3, "expected an index, found '1-'"),
    ("...", 3, 3, "expected an index, found '...'"),
    ("1.5", 3, 3, "expected an index, found '1.5'"),
  ])
  func aWrongSetSaysWhatTheListHas(text: String, count: Int, column: Int, message: String) throws {
    let diagnostic = try #require(diagnostic(of: try select(text, count: count)))
    #expect(diagnostic.message == message)
    #expect(diagnostic.location.column == column)
  }

  @Test(arguments: [
    ("Eggs", [1]), ("eggs 0", [0, 1]), ("\"Oat, milk\"", [2]), ("'0,2'", [0, 2]), ("Eggs,3", [1, 3]),
    ("0", [0]), ("'0'", [4]), ("4-", nil), ("'2-1'", nil),
  ])
  func aTitleStandsForAnIndex(text: String, indices: [Int]?) throws {
    #expect((try? selectTitled(text)) == indices)
  }

  @Test(arguments: [
    ("Milk", "more than one todo is called 'Milk': 0, 3", "write an index"),
    ("Egs", "no todo is called 'Egs'; the list shows 5 (0 to 4)", "did you mean 'Eggs'?"),
    ("Oat, milk", "no todo is called 'Oat'; the list shows 5 (0 to 4)", "did you mean 'Oat, milk'?"),
    ("butter", "no todo is called 'butter'; the list shows 5 (0 to 4)", ""),
    ("'#1'", "no todo is called '#1'; the list shows 5 (0 to 4)", ""),
    ("-1", "expected an index, found '-1'", "indices count from 0"),
    ("2-1", "the range 2-1 runs backwards", "write 1-2"),
  ])
  func aTitleThatIsNotOfOneElementIsRefused(text: String, message: String, help: String) throws {
    let diagnostic = try #require(diagnostic(of: try selectTitled(text)))
    #expect(diagnostic.message == message)
    #expect((diagnostic.hint ?? "").hasPrefix(help))
  }

  private func selectTitled(_ text: String) throws(Diagnostic) -> [Int] {
    let titles = ["Milk", "Eggs", "Oat, milk", "milk", "0"]
    return try IndexSelection(parsing: try words(text), orAt: SourceText(text), titled: true)
      .indices(count: titles.count, noun: "todo") { titles[$0] }
  }

  @Test func nothingIsNoSet() {
    #expect(diagnostic(of: try select("", count: 3))?.message == "expected an index, found nothing")
  }

  @Test func oneIndexIsNoSet() throws {
    #expect(try word("last").index(count: 3) == 2)
    #expect(
      diagnostic(of: try word("0-1").index(count: 3, noun: "todo"))?.message
        == "expected one todo, found '0-1'"
    )
    #expect(
      diagnostic(of: try word("3").index(count: 3, noun: "todo"))?.message
        == "no todo 3; the list shows 3 (0 to 2)"
    )
  }

  @Test func garbageIsEitherASetOrRefusedWithAPlace() {
    for seed in 0..<UInt64(rounds(375)) {
      var generator = SeededGenerator(seed: seed)
      let text = generator.garbage(from: [
        "0", "1", "9", "-", "...", "..<", ".", ",", " ", "all", "last", "99999999999999999999",
      ])
      do throws(Diagnostic) {
        let indices = try select(text, count: 5)
        #expect(indices.allSatisfy { (0..<5).contains($0) }, "seed \(seed)")
      } catch {
        #expect(throws: Never.self, "seed \(seed)") { try error.check(in: "x " + text) }
      }
    }
  }
}
