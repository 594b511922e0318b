import TestSupport

/// Scripts of random commands, some of which fail.
enum RandomScript {
  /// A session of todos.
  static func todos(seed: Int) -> String {
    var generator = SeededGenerator(seed: UInt64(seed))
    let lines = (1...30).map { number in
      let place = generator.below(4)
      return generator.one(
        of: "add Todo \(number)",
        "add Todo \(number)",
        "add Todo \(number)",
        "toggle \(place)",
        "toggle all",
        "edit \(place) Changed \(number)",
        "delete \(place)",
        "move \(place) 0",
        "move 0 end",
        "clear",
        "sort",
        "filter \(generator.one(of: "all", "active", "completed"))",
        "mode active",
        "advance 400ms",
        "advance 1s",
        "run",
        "undo",
        "undo 2",
        "redo",
        "mark here",
        "goto here",
        "skip \(number / 2)"
      )
    }
    return lines.joined(separator: "\n")
  }

  /// A session of books.
  static func books(seed: Int) -> String {
    var generator = SeededGenerator(seed: UInt64(seed))
    let lines = (1...30).map { number in
      generator.one(
        of: "search \(generator.one(of: "le", "lem", "o", "宮沢"))",
        "search",
        "open \(generator.below(3))",
        "open 0",
        "author",
        "borrow",
        "borrow",
        "return",
        "note Read \(number)",
        "note",
        "keep",
        "dismiss",
        "press 0",
        "advance 500ms",
        "run",
        "undo",
        "redo",
        "step",
        "step"
      )
    }
    return "search le\nrun\nopen 0\n" + lines.joined(separator: "\n")
  }
}
