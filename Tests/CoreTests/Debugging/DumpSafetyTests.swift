import Core
import Testing

/// Values that are deep, huge, or mean harm.
struct DumpSafetyTests {
  @Test(
    arguments: [
      "\u{1B}[31mred", "a\u{1B}]0;title\u{7}", "a\n\u{1B}[2J", "quote \" and \u{1B}c", "\r\nover",
      "\u{9B}31m",
      "tab\tbell\u{7}\"", "\u{7F}\n", "\u{202E}backwards", "\u{85}next\u{0}", "back\\\u{8}",
    ]
  )
  func noControlCharacterIsDumped(_ text: String) throws {
    let values: [Any] = [
      text, Substring(text), [text], [text: text], Set([text]), Described(text: text),
      Represented(value: text),
      Two(a: text, b: 1), Choice.two(1, text), Failure(message: text), Reflected([(text, 1), ("b", 2)]),
    ]
    for value in values {
      expectNoControls(in: String(coreDump: value))
      expectNoControls(in: try #require(diff(value, 0 as Any)))
      expectNoControls(in: try #require(diff(Two(a: value, b: 1), Two(a: value, b: 2))))
    }
    expectNoControls(in: try #require(diff(text, text + "\nx")))
    for action in [Todos.Action.named(query: text)] { expectNoControls(in: String(coreDump: action)) }
  }

  private func expectNoControls(in text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let controls = text.unicodeScalars.filter {
      ($0.properties.generalCategory == .control && $0 != "\n") || ("\u{202A}"..."\u{202E}").contains($0)
    }
    #expect(controls.isEmpty, "\(text.debugDescription)", sourceLocation: sourceLocation)
  }

  @Test func aControlCharacterIsAnEscape() {
    #expect(String(coreDump: "\u{1B}[31m") == #""\u{1B}[31m""#)
    #expect(String(coreDump: "a\n\u{1B}c") == "\"\"\"\na\n\\u{1B}c\n\"\"\"")
    #expect(String(coreDump: "a\u{200B}\u{E0041}👩‍👧") == #""a\u{200B}\u{E0041}👩‍👧""#)
    #expect(String(coreDump: "\"\u{1B}") == ##"#""\#u{1B}"#"##)
    #expect(String(coreDump: "a\r\nb") == "\"\"\"\na\\r\nb\n\"\"\"")
    #expect(diff("a\r\nb", "a\r\nc") == "  \"\"\"\n  a\\r\n- b\n+ c\n  \"\"\"")
  }

  @Test func aDeepValueEndsInAnEllipsis() throws {
    func chain(_ length: Int, _ last: Int) -> Node {
      var node = Node(last)
      for value in 1..<length { node = Node(value, node) }
      return node
    }
    // The runtime releases a chain recursively; this one is released link by link.
    func release(_ node: Node) {
      var next: Node? = node
      while let node = next { (next, node.next) = (node.next, nil) }
    }
    let (old, new) = (chain(20_000, 0), chain(20_000, 1))
    defer {
      release(old)
      release(new)
    }
    #expect(String(coreDump: old).contains("Node(…)"))
    #expect(diff(old, old) == nil)
    #expect(try #require(diff(Two(a: old, b: 1), Two(a: new, b: 1))).contains("Node(…)"))
  }

  @Test func aDeepEnumIsDiffedAsFarAsThereIsStack() throws {
    var (old, new) = (RandomTree.number(1), RandomTree.number(2))
    for _ in 0..<2_000 {
      old = .both(.leaf, right: old)
      new = .both(.leaf, right: new)
    }
    #expect(try #require(diff(old, new)).contains("…"))
    #expect(diff(Box<Any>(value: old), Box<Any>(value: old)) == nil)
  }

  @Test func aDumpToAStreamComesInPieces() {
    struct Pieces: TextOutputStream {
      var longest = 0
      var count = 0
      mutating func write(_ text: String) {
        longest = max(longest, text.utf8.count)
        count += 1
      }
    }
    var pieces = Pieces()
    customDump(Array(0..<1_000), to: &pieces)
    #expect(pieces.longest < 40)
    #expect(pieces.count >= 1_000)
  }

  @Test func linesOfADiffCarryTheirKind() throws {
    let lines = try #require(diffLines(Point(x: 1, y: 1), Point(x: 1, y: 2)))
    #expect(
      lines == [
        DiffLine(.same, "Point("), DiffLine(.same, "  x: 1,"), DiffLine(.removed, "  y: 1"),
        DiffLine(.added, "  y: 2"), DiffLine(.same, ")"),
      ]
    )
    #expect(diffLines(1, 1) == nil)
  }
}
