import Core
import ShellKit

extension Vocabulary<Library.State, Library.Action> {
  /// The commands for the library. Indices refer to the books of the top list, from 0.
  static var library: Self {
    Vocabulary("Library") {
      Command(
        "search",
        Argument.text("TEXT").optional(default: ""),
        summary: "Type into the search field, or clear it",
        discussion: "The catalog is searched once nothing has been typed for 300 milliseconds.",
        examples: ["search le guin": "search for an author", "search": "clear the field"]
      ) { turn, text in
        turn.send(.binding(.set(\.query, text)))
      }
      Command(
        "open",
        Argument.index("BOOK", titled: true).completing(\Library.State.bookCompletions),
        summary: "Open the page of a book in the top list",
        examples: ["open 0": "the first result, or the author's first book"]
      ) { turn, index in
        let books = turn.state.listedBooks
        let book = books[try index.resolved(count: books.count, noun: "book") { books[$0].title }]
        if let id = turn.state.path.ids.last, turn.state.path[id: id, case: \.author] != nil {
          turn.send(.path(.element(id: id, action: .author(.bookTapped(book)))))
        } else {
          turn.send(.bookTapped(book))
        }
      }
      Command(
        "author",
        summary: "Open the page of the top book's author",
        examples: ["author": "more books by the author"]
      ) { turn in try turn.sendToBook(.authorTapped) }
      Command(
        "borrow",
        summary: "Borrow the top book for two weeks",
        examples: ["borrow": "at most two at a time"]
      ) { turn in try turn.sendToBook(.borrowButtonTapped) }
      Command("return", summary: "Return the top book", examples: ["return": "before the two weeks end"]) {
        turn in
        try turn.sendToBook(.returnButtonTapped)
      }
      Command(
        "note",
        Argument.text("TEXT").optional(),
        summary: "Open the book's note sheet, and write in it",
        examples: ["note Read again": "'keep' saves it, 'dismiss' discards it", "note": "look at the note"]
      ) { turn, text in
        try turn.sendToBook(.noteButtonTapped)
        guard let text else { return }
        try turn.sendToBook(.destination(.presented(.note(.binding(.set(\.text, text))))))
      }
      Command("keep", summary: "Save the open note", examples: ["keep": "and close the sheet"]) {
        turn in
        guard try turn.state.bookOnTop().page.destination?.is(\.note) == true else {
          throw CommandFailure("no note is open", hint: "'note TEXT' opens one")
        }
        try turn.sendToBook(.destination(.presented(.note(.saveButtonTapped))))
      }
      Command("list", summary: "Show the books of the top list", examples: ["list": "with their indices"]) {
        shell in
        for (index, book) in shell.session.state.listedBooks.enumerated() {
          shell.print("\(index) \(book.title), \(book.author)")
        }
      }
      .paged()
      .overview()
    }
  }
}

extension Session<Library.State, Library.Action>.TurnScope {
  /// Sends an action to the book page on top.
  fileprivate func sendToBook(_ action: BookPage.Action) throws(CommandFailure) {
    let id = try state.bookOnTop().id
    send(.path(.element(id: id, action: .book(action))))
  }
}

extension Library.State {
  /// The book page on top of the stack.
  fileprivate func bookOnTop() throws(CommandFailure) -> (id: StackElementID, page: BookPage.State) {
    guard let id = path.ids.last, let page = path[id: id, case: \.book] else {
      throw CommandFailure("no book is open", hint: "'open N' opens a book of the list")
    }
    return (id, page)
  }

  /// The books among which 'open' chooses.
  fileprivate var listedBooks: [Book] {
    if case .author(let page)? = path.last { page.books } else { Array(results) }
  }

  fileprivate var bookCompletions: [Completion] {
    listedBooks.enumerated().map { Completion("\($0)", title: $1.title) }
  }
}
