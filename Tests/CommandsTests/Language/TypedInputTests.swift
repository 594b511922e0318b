import TestSupport
import Testing

@testable import TodoShellCommands

/// Input of several lines, as it is typed or pasted line by line.
struct TypedInputTests {
  /// What was read of the input to find its end.
  private final class Reader {
    private(set) var byteCount = 0

    func input() -> TypedInput {
      TypedInput(CounterShell.application.erased.table) { line in
        self.byteCount += line.utf8.count
        return true
      } read: { line in
        self.byteCount += line.utf8.count
        return Script(scanning: line.utf8, file: "").lines
      }
    }
  }

  @Test(arguments: [100, 1_000])
  func eachLineOfAPastedBlockIsReadOnce(count: Int) {
    let reader = Reader()
    var input = reader.input()
    let lines = ["repeat 2"] + Array(repeating: "up 1", count: count) + ["end"]
    for line in lines {
      #expect(!input.typed.hasSuffix("end"))
      input.append(line)
    }
    #expect(!input.goesOn)
    #expect(input.text == lines.joined(separator: "\n"))
    #expect(reader.byteCount == input.text.utf8.count - lines.count + 1)
  }

  /// In brackets and quotes, only the first words decide whether a line goes on, so only whole lines are read as commands.
  @Test(
    arguments: [("print [", "1,", "]"), ("print \"", "text", "\""), (".add(", "[1],", ")")],
    [100, 1_000]
  )
  func eachLineOfAContinuedLineIsReadOnce(ends: (first: String, inner: String, last: String), count: Int) {
    var (questions, byteCount) = (0, 0)
    var input = TypedInput(CounterShell.application.erased.table) { _ in
      questions += 1
      return true
    } read: { line in
      byteCount += line.utf8.count
      return []
    }
    for line in [ends.first] + Array(repeating: ends.inner, count: count) + [ends.last] {
      #expect(input.typed.isEmpty || input.goesOn)
      input.append(line)
    }
    #expect(!input.goesOn)
    #expect(questions <= count + 2 && byteCount == input.text.utf8.count)
  }

  @Test(arguments: ["alias pp = print", "alias pp = print $*", "alias q = print\nalias pp = q"])
  func anAliasOfACommandWithAnExpressionContinuesALine(alias: String) {
    let shell = Interpreter(CounterShell.application)
    for line in alias.allLines { _ = shell.execute(String(line)) }
    var input = shell.typedInput
    input.append("repeat 2 pp count.advanced(")
    #expect(input.goesOn)
    input.append("by: 1)")
    #expect(!input.goesOn && input.text == "repeat 2 pp count.advanced( by: 1)")
  }

  @Test func aBlockContinuesToItsEndHoweverItIsTyped() {
    for text in ["repeat 2\nmacro m\nend\nup 1\nend", "macro m\n\nrepeat 2\nup \\\n1\nend\n# end\nend"] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      var input = TypedInput(CounterShell.application.erased.table)
      for line in lines {
        #expect(input.typed.isEmpty || input.goesOn, "\(text)")
        input.append(line)
      }
      #expect(!input.goesOn, "\(text)")
      var whole = TypedInput(CounterShell.application.erased.table)
      whole.append(text)
      #expect(whole.text == input.text && !whole.goesOn)
    }
  }

  @Test func anErrorInTheFirstLineOfABlockIsReportedAtOnce() {
    var input = TypedInput(CounterShell.application.erased.table)
    input.append("repeat many")
    #expect(!input.goesOn)
  }

  @Test func aLineThatIsContinuedIsReadAsIfItHadBeenTypedAtOnce() {
    for seed in 0..<UInt64(rounds(375)) {
      var generator = SeededGenerator(seed: seed)
      var input = TypedInput(CounterShell.application.erased.table, spansBrackets: { _ in true })
      var whole = ""
      repeat {
        let line = generator.garbage(
          from: ["a", " ", "(", ")", "\"", "'", "\\", "[", "]", "#", "2", "é"],
          upTo: 8
        )
        whole = input.continued(by: line)
        input.append(line)
        #expect(input.text == whole, "seed \(seed)")
        // Joined to one text, a `#` before a `\` has another character after it, and an empty line is not seen.
        if whole.contains("#\\") || line.isEmpty { break }
        #expect(input.unfinished == UnfinishedInput(whole, countsBrackets: true), "seed \(seed): \(whole)")
      } while input.unfinished != nil && whole.utf8.count < 200
    }
  }
}
