import Core
import ShellKit

extension Vocabulary<Library.State, Library.Action> {
  /// What can be said in the library. Indices name the books of the list on top, from 0.
  static var library: Self {
    Vocabulary("Library") {
      Command(
        "search",
        Argument.text("TEXT").optional(default: ""),
        summary: "Type into the search field; without a text, clear it",
        discussion: "The catalog is asked once nothing has been typed for 300 milliseconds.",
        examples: ["search le guin": "what there is of an author", "search": "clear the field"]
      ) { turn, text in
        turn.send(.binding(.set(\.query, text)))
      }
      Command(
        "open",
        Argument.index("BOOK").completing(\Library.State.bookCompletions),
        summary: "Open the page of a book of the list on top",
        examples: ["open 0": "the first of the results, or of the author's books"]
      ) { turn, index in
        let books = turn.state.listedBooks
        let book = books[try index.resolved(count: books.count, noun: "book")]
        if let id = turn.state.path.ids.last, turn.state.path[id: id, case: \.author] != nil {
          turn.send(.path(.element(id: id, action: .author(.bookTapped(book)))))
        } else {
          turn.send(.bookTapped(book))
        }
      }
      Command(
        "author",
        summary: "Open the page of the author of the book on top",
        examples: ["author": "more books"]
      ) { turn in try turn.sendToBook(.authorTapped) }
      Command(
        "borrow",
        summary: "Borrow the book on top for two weeks",
        examples: ["borrow": "at most two at a time"]
      ) { turn in try turn.sendToBook(.borrowButtonTapped) }
      Command("return", summary: "Return the book on top", examples: ["return": "before the time is over"]) {
        turn in
        try turn.sendToBook(.returnButtonTapped)
      }
      Command(
        "note",
        Argument.text("TEXT").optional(),
        summary: "Open the sheet for a note on the book, and write into it",
        examples: ["note Read again": "'keep' keeps it, 'dismiss' does not", "note": "look at the note"]
      ) { turn, text in
        try turn.sendToBook(.noteButtonTapped)
        guard let text else { return }
        try turn.sendToBook(.destination(.presented(.note(.binding(.set(\.text, text))))))
      }
      Command("keep", summary: "Keep the note that is open", examples: ["keep": "and close the sheet"]) {
        turn in
        guard try turn.state.bookOnTop().page.destination?.is(\.note) == true else {
          throw CommandFailure("no note is open", hint: "'note TEXT' opens one")
        }
        try turn.sendToBook(.destination(.presented(.note(.saveButtonTapped))))
      }
      Command("list", summary: "Show the books of the list on top", examples: ["list": "with their indices"])
      {
        shell in
        for (index, book) in shell.session.state.listedBooks.enumerated() {
          shell.print("\(index) \(book.title), \(book.author)")
        }
      }
      .paged()
    }
  }
}

extension Session<Library.State, Library.Action>.TurnScope {
  /// Sends an action to the page of a book that is on top.
  fileprivate func sendToBook(_ action: BookPage.Action) throws(CommandFailure) {
    let id = try state.bookOnTop().id
    send(.path(.element(id: id, action: .book(action))))
  }
}

extension Library.State {
  /// The page of a book that is on top of the stack.
  fileprivate func bookOnTop() throws(CommandFailure) -> (id: StackElementID, page: BookPage.State) {
    guard let id = path.ids.last, let page = path[id: id, case: \.book] else {
      throw CommandFailure("no book is open", hint: "'open N' opens one of the list")
    }
    return (id, page)
  }

  /// The books that 'open' chooses from.
  fileprivate var listedBooks: [Book] {
    if case .author(let page)? = path.last { page.books } else { Array(results) }
  }

  fileprivate var bookCompletions: [Completion] {
    listedBooks.enumerated().map { Completion("\($0)", summary: $1.title) }
  }
}
