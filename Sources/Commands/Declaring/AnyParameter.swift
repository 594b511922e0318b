/// What a ``Parameter`` is, whatever its value: what a command, completion, colours and `explore` need to know of it.
struct AnyParameter {
  /// Its form in the usage: `TODO…`, `[N]`, `all|active|completed`.
  var usage: String
  /// The syntax of its words.
  var syntax = ArgumentSyntax.text
  /// If it takes the remaining words, how many it leaves to the parameters that follow; `nil` if it takes one word.
  var wordsLeft: Int?
  /// The valid numbers; `nil` if it is not a whole number.
  var range: ClosedRange<Int>?
  /// Words with a meaning of their own in it, which are highlighted.
  var keywords: Set<String> = []
  /// Whether, as the value of an option, it continues with the next word after one that ends in a comma.
  var continuesAfterComma = false
  /// Its declaration, if it is an option.
  var option: CommandOption?
  var completions: (CompletionRequest) -> [Completion] = { _ in [] }
  /// The arguments that `explore` tries.
  var candidates = CandidateWords()
  /// The word that must precede it.
  var introduction: String?
  /// The kind of thing that its words name, for editors.
  var names: NamingWords?
  /// How it is used, if it is a command.
  var command: NestedCommand?
  /// The parameters that are read together as this one; empty for a single parameter.
  var parts: [AnyParameter] = []

  /// Whether it can take several words, so that counting words does not tell which parameter one belongs to.
  var takesSeveralWords: Bool { wordsLeft != nil }
  /// Whether it is an expression or an action up to the end of the line, so that an open bracket continues the line.
  var spansBrackets: Bool { takesSeveralWords && syntax == .swift }
}

/// How a command that is the argument of another one is used. It is the rest of the line.
enum NestedCommand {
  /// It is performed with the outer command, which receives its output.
  case performed
  /// The same, but it must drive the session.
  case replaying
  /// It is a separate line: of a block, or of an alias.
  case kept
}

extension [AnyParameter] {
  /// The words of each parameter that has any.
  ///
  /// - Parameter words: The words after the name of the command, without options.
  func layout(of words: [some StringProtocol]) -> [(parameter: AnyParameter, words: Range<Int>)] {
    var layout: [(parameter: AnyParameter, words: Range<Int>)] = []
    var start = 0
    for parameter in self where start < words.count {
      if let introduction = parameter.introduction {
        guard words[start] == introduction else { continue }
        start += 1
      }
      guard start < words.count else { break }
      let end = parameter.wordsLeft.map { Swift.max(start + 1, words.count - $0) } ?? start + 1
      layout.append((parameter, start..<end))
      start = end
    }
    return layout
  }

  /// A description of a parameter for which no word can ever be left.
  var mistake: String? {
    for (place, parameter) in enumerated() {
      let rest = self[(place + 1)...]
      guard let kept = parameter.wordsLeft, let unreachable = rest.dropFirst(kept).first else { continue }
      return
        "\(unreachable.usage) is unreachable: \(parameter.usage) before it takes all remaining words"
        + (kept == 0 ? "" : " but \(kept)")
    }
    return nil
  }
}
