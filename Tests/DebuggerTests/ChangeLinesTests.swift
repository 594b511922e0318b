import Core
import Testing

@testable import TodoShellDebugger

struct ChangeLinesTests {
  private struct Book: Equatable { var id = 1, title = "Solaris", isBorrowed = false }
  private enum Screen: Equatable { case list, book(Book) }
  private struct State: Equatable {
    var screen = Screen.list
    var books: [Book] = []
    var stock: [String: Int] = [:]
    var numbers: [Int] = []
    var tags: Set<String> = []
    var notes: [String: Book] = [:]
    var text = ""
    var best: Book?
  }

  private func lines(columns: Int? = nil, _ old: State = State(), _ change: (inout State) -> Void) -> [String]
  {
    var new = old
    change(&new)
    var lines = ChangeLines(Page(columns: columns), presented: [])
    forEachChange(from: old, to: new, findsMoves: true, isWhole: ValueOutline.areShort) { lines.add($0) }
    return lines.lines.map { String($0.dropFirst(2)) }
  }

  @Test func eachChangeIsALineWithItsPathAndValues() {
    let book = State(screen: .book(Book()), books: [Book()], stock: ["a": 1], notes: ["x y": Book()])
    let many = State(books: (0..<30).map { Book(id: $0) })
    let cases: [(State, (inout State) -> Void, [String])] = [
      (State(), { _ in }, ["no state changes"]),
      (State(), { $0.screen = .book(Book()) }, ["screen: .list → .book(…)"]),
      (book, { $0.screen = .book(Book(isBorrowed: true)) }, ["screen.book.isBorrowed: false → true"]),
      (State(), { $0.best = Book() }, [#"best: nil → ChangeLinesTests.Book "Solaris""#]),
      (book, { $0.books[0].title = "Eden" }, [#"books[0].title: "Solaris" → "Eden""#]),
      (book, { $0.books[0].isBorrowed = true }, ["books[0].isBorrowed: false → true  (Solaris)"]),
      (State(), { $0.numbers = [1, 2] }, ["numbers: [] → [1, 2]"]),
      (State(numbers: [1]), { $0.numbers = Array(1...99) }, ["numbers: + [1] 2", "numbers: + [2] 3"]),
      (book, { $0.stock["a"] = 2 }, [#"stock: ["a": 1] → ["a": 2]"#]),
      (book, { $0.notes["x y"]?.id = 2 }, [#"notes["x y"].id: 1 → 2  (Solaris)"#]),
      (book, { $0.notes["z"] = Book() }, [#"notes: + ["z"] ChangeLinesTests.Book "Solaris""#]),
      (State(), { $0.tags = ["a"] }, [#"tags: [] → ["a"]"#]),
      (
        many, { $0.books.removeLast(25) },
        [#"books: - [5] ChangeLinesTests.Book "Solaris""#, #"books: - [6] ChangeLinesTests.Book "Solaris""#]
      ),
    ]
    for (old, change, expected) in cases {
      let found = lines(old, change)
      #expect(Array(found.prefix(2)) == expected)
    }
    #expect(
      lines(many) { $0.books.removeAll() }.last == "… 10 more changes; 'set diff full' prints all of each"
    )
  }

  @Test func whatIsPresentedReplacesOnlyTheChangeThatPresentsIt() {
    func lines(_ old: Any, _ new: Any, presenting path: String) -> [String] {
      let sheet = ScreenAnswer.Presented(style: "sheet", path: path, prompt: nil)
      var lines = ChangeLines(Page(), presented: [sheet])
      forEachChange(from: old, to: new, findsMoves: true, isWhole: ValueOutline.areShort) { lines.add($0) }
      return lines.lines.map { String($0.dropFirst(2)) }
    }
    let book = Screen.book(Book())
    #expect(
      lines(State(), State(screen: book), presenting: "screen.book") == ["presents sheet screen.book"]
    )
    #expect(
      lines(Screen.list, book, presenting: "book") == ["self: .list → .book(…)", "presents sheet book"]
    )
    let (old, new) = (State(books: [Book(), Book(id: 2)]), State(books: [Book()]))
    #expect(
      lines(old, new, presenting: "books[id: 1].note")
        == [#"books: - [1] ChangeLinesTests.Book "Solaris""#, "presents sheet books[id: 1].note"]
    )
    // What contains the presented value is more than it, and another element has nothing to do with it.
    #expect(
      lines(State(), State(best: Book()), presenting: "best.note")
        == [#"best: nil → ChangeLinesTests.Book "Solaris""#, "presents sheet best.note"]
    )
    #expect(
      lines(new, old, presenting: "books[id: 1].note")
        == [#"books: + [1] ChangeLinesTests.Book "Solaris""#, "presents sheet books[id: 1].note"]
    )
  }

  @Test func longTextsAreElidedSoThatTheirDifferenceIsVisible() {
    let text = String(repeating: "abcdefghi ", count: 20)
    let middle = text.replacing("ghi abc", with: "ghi X abc", maxReplacements: 10)
    for (old, new) in [("", text), (text, ""), (text, middle), (text, text + "!"), (text, "Z" + text)] {
      let line = lines(columns: 60, State(text: old)) { $0.text = new }[0]
      #expect(line.cellWidth <= 58)
      let values = line.dropFirst("text: ".count).split(separator: " → ")
      #expect(values.count == 2 && values[0] != values[1], "\(line)")
    }
    let marked = text.prefix(100) + "X" + text.dropFirst(100)
    #expect(lines(columns: 60, State(text: text)) { $0.text = String(marked) }[0].contains("X"))
  }
}
