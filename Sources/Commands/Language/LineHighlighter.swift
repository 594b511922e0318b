/// Finds the highlights of a line being typed: known and unknown commands, strings, numbers, options, comments.
package struct LineHighlighter {
  let table: CommandTable
  /// Whether a word stands for a command that is not defined in the language.
  let isAlias: (String) -> Bool
  /// The macros and aliases, and the child in focus.
  let definitions: () -> Definitions

  package init(
    table: CommandTable,
    isAlias: @escaping (String) -> Bool = { _ in false },
    definitions: (() -> Definitions)? = nil
  ) {
    (self.table, self.isAlias, self.definitions) = (table, isAlias, definitions ?? { Definitions() })
  }

  /// The highlights of a line, in order.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  package func highlights(of line: String) -> [Highlight] {
    let typed = TypedWords(line[...], hasComments: true)
    let words = typed.words.filter { !$0.isEmpty }
    if let first = words.first, first.hasPrefix("|") {
      return [Highlight(line[first.startIndex...], of: line, .dimmed)]
    }
    var found: [Highlight] = []
    let definitions = definitions()
    let (calls, action) = table.calls(in: words.map(String.init), with: definitions, isMacro: isAlias)
    var end = action ?? words.count
    for (call, next) in zip(calls, calls.dropFirst().map(\.place) + [end]) {
      let name = words[call.place]
      let mayGrow = table.mayBegin(with: String(name), in: definitions.focused)
      if call.isNamed {
        found.append(Highlight(name, of: line, .strong))
      } else if call.words == nil, name.endIndex < line.endIndex || !mayGrow {
        found.append(Highlight(name, of: line, .error))
      }
      let isExpression = call.words != nil && !call.isNamed
      for place in (isExpression ? call.place : call.place + 1)..<next {
        // An action, up to the end of the line.
        if words[place].startsCase {
          end = place
          break
        }
        found += values(in: words[place], of: line)
        let style = style(of: String(words[place]), after: call, at: place)
        if let style { found.append(Highlight(words[place], of: line, style)) }
      }
    }
    if end < words.count {
      let rest = Highlight(line[words[end].startIndex..<typed.end], of: line, .strong).range
      for mark in SyntaxOutline(SourceText(line).slice(rest)).marks {
        let style =
          switch mark.kind {
          case .name: Style.strong
          case .text: Style.added
          case .number: Style.note
          }
        found.append(Highlight(mark.range, style))
      }
    }
    return typed.end < line.endIndex ? found + [Highlight(line[typed.end...], of: line, .dimmed)] : found
  }

  /// The style of a word after the name of a command.
  private func style(of word: String, after call: TypedCall, at place: Int) -> Style? {
    guard let read = call.words else { return nil }
    if read.redirection?.place == place - call.place - 1
      || read.form.parameters.contains(where: { $0.keywords.contains(word) })
    {
      return .strong
    }
    let options = read.command.options
    guard !options.isEmpty, word.hasPrefix("-"),
      word.dropFirst().first.map({ $0 == "-" || $0.isLetter }) == true
    else { return nil }
    return word == "--" || options.contains { $0.names.contains { $0.hasPrefix(word) } } ? .note : .error
  }

  /// The strings in a word, which can continue on the next line, or the word if it is a number.
  private func values(in word: Substring, of line: String) -> [Highlight] {
    var tokenizer = Tokenizer(hasComments: false)
    var quotes = word.utf8.indices.filter { tokenizer.read(word.utf8[$0], before: nil) == .quote }[...]
    if quotes.isEmpty {
      let digits = word.drop { "+-@#".contains($0) }
      let isNumber =
        digits.first?.isNumber == true
        && digits.allSatisfy { $0.isNumber || $0.isLetter || ".-,%".contains($0) }
      return isNumber ? [Highlight(word, of: line, .note)] : []
    }
    var strings: [Highlight] = []
    while let start = quotes.popFirst() {
      let string = quotes.popFirst().map { word[start...$0] } ?? word[start...]
      strings.append(Highlight(string, of: line, .added))
    }
    return strings
  }
}

extension Substring {
  /// Whether it is a dot that begins the name of a case.
  fileprivate var startsCase: Bool {
    first == "." && utf8.dropFirst().first.map { $0.continuesSwiftName && !$0.isDigit } == true
  }
}

/// A highlighted part of a line.
package struct Highlight: Equatable, Sendable {
  /// The range in the line, in UTF-8 offsets.
  package var range: Range<Int>
  /// The style.
  package var style: Style

  /// Creates a highlight.
  ///
  /// - Parameters:
  ///   - range: The range in the line, in UTF-8 offsets.
  ///   - style: The style.
  package init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }

  fileprivate init(_ part: Substring, of line: String, _ style: Style) {
    let start = line.utf8.distance(from: line.startIndex, to: part.startIndex)
    self.init(start..<start + part.utf8.count, style)
  }
}
