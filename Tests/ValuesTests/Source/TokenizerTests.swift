import Testing

@testable import TodoShellValues

struct TokenizerTests {
  /// A letter for each character: `b`lank, `t`ext, `o`pening, `c`losing, `'` for a quote, `q`uoted, `#` for a comment.
  private func tokens(of line: String) -> String {
    let bytes = Array(line.utf8)
    var tokenizer = Tokenizer()
    return bytes.indices.reduce(into: "") { text, index in
      let next = index + 1 < bytes.count ? bytes[index + 1] : nil
      text += letter(tokenizer.read(bytes[index], before: next))
    }
  }

  private func letter(_ token: Tokenizer.Token) -> String {
    switch token {
    case .blank: "b"
    case .text: "t"
    case .opening: "o"
    case .closing: "c"
    case .quote: "'"
    case .quoted: "q"
    case .comment: "#"
    }
  }

  @Test(arguments: [
    ("add milk", "tttbtttt"),
    ("a\"b c\"d", "t'qqq't"),
    (#"say "a\"b" c"#, "tttb'qqqq'bt"),
    (#"say 'a\' b"#, "tttb'qq'bt"),
    (#"p "a\(b + "c")" d"#, "tb'qqqtqtq'q'q'bt"), (#"p "\(f(1) # 2)""#, "tb'qqtotcqtqtq'"),
    ("say \"a # (b", "tttb'qqqqqq"),
    ("f(a[1]) # (", "tototccb###"),
    ("goto #2 #x", "ttttbttb##"),
    ("goto #$n", "ttttbttt"),
    ("# x", "###"),
  ])
  func everyByteIsWhatItIs(line: String, expected: String) {
    #expect(tokens(of: line) == expected)
  }

  @Test(arguments: [
    (["add \\"], true), (["add 'a\\"], false), (["add \"a\\"], true), (["add \"a\\\\"], false),
    (["add # \\"], false),
    (["a \\", "# b \\"], false), (["a", "# b \\"], false), (["say \"a", "b\" \\"], true),
  ])
  func aBackslashContinuesALineUnlessItIsQuotedOrInAComment(lines: [String], isContinued: Bool) {
    var tokenizer = Tokenizer()
    var last = false
    for line in lines { last = Array(line.utf8).withUnsafeBufferPointer { tokenizer.readLine($0) } }
    #expect(last == isContinued, "\(lines)")
  }
}
