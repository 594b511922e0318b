import Core

/// A reference to a moment: `3` or `#3`, `@1.5s`, `@-1s`, `lunch`, `-2`, `+1`, `50%`, `-`.
struct MomentReference {
  /// The forms of a reference, for messages.
  static var forms: String { "N or #N, @TIME, @-TIME or @+TIME, a mark, start, end, -N, +N, N% or -" }

  private let place: Place
  private let word: Word

  private enum Place {
    case number(Int)
    case time(Duration)
    /// By virtual time from the current moment; negative if it is earlier.
    case timeAfter(Duration)
    case mark(String)
    case relative(Int)
    case percentage(Int)
    case placeBefore
  }

  static func parameter(_ name: String) -> Parameter<MomentReference> {
    Parameter(name, .names, completions: completions, word: MomentReference.init(parsing:))
  }

  /// The completions of a word: moments and marks, or after a `#` the moments with a `#`.
  static func completions(_ request: CompletionRequest) -> [Completion] {
    guard request.word.hasPrefix("#") else {
      return request.sources.completions(.moments) + MarkName.completions(request) + ends
    }
    return request.sources.completions(.moments).map { Completion("#\($0.text)", summary: $0.summary) }
  }

  /// The names that moments have without a mark. In a session of version 1.0, a mark of the same name takes precedence.
  private static var ends: [Completion] {
    [
      Completion("start", summary: "before all commands"),
      Completion("end", summary: "the last moment of this branch"),
    ]
  }

  init(parsing word: Word) throws(Diagnostic) {
    self.word = word
    place = try Self.place(word)
  }

  private static func place(_ word: Word) throws(Diagnostic) -> Place {
    let text = word.text
    switch text.first {
    case "@":
      let range = word.source.range
      let sign = text.dropFirst().first.flatMap { "-+".contains($0) ? $0 : nil }
      let start = sign == nil ? 1 : 2
      // Errors point into the word, unless it is quoted.
      let time = try Duration(
        parsing: word.isQuoted
          ? SourceText(String(text.dropFirst(start)))
          : word.source.slice(range.lowerBound + start..<range.upperBound)
      )
      return sign == nil ? .time(time) : .timeAfter(sign == "-" ? .zero - time : time)
    // As the prompt shows it.
    case "#":
      if text.utf8.dropFirst().allSatisfy(\.isDigit), let number = Int(text.dropFirst()) {
        return .number(number)
      }
    case "-" where text == "-": return .placeBefore
    case "-", "+":
      if let count = Int(text) { return .relative(count) }
    case let first? where text.last == "%" && first.isNumber:
      if let share = Int(text.dropLast()), (0...100).contains(share) { return .percentage(share) }
      throw word.diagnostic("invalid percentage '\(text)'", hint: "write a whole number from 0% to 100%")
    default: break
    }
    if MarkName.isValid(text) { return .mark(text) }
    if !text.isEmpty, text.allSatisfy(\.isNumber) {
      return .number(try word.integer("moment", in: 0...Int.max))
    }
    throw word.diagnostic("expected a moment, found '\(text)'", hint: "a moment is \(forms)")
  }

  /// Whether it is `-`, which pops the last move instead of adding one.
  var isPlaceBefore: Bool {
    if case .placeBefore = place { true } else { false }
  }

  /// The number of the moment.
  ///
  /// - Throws: An error if there is no such moment.
  func resolved(in session: AnySession) throws(Diagnostic) -> Int {
    switch place {
    case .time(let time):
      let end = session.moments[session.tip].now
      guard time <= end else {
        throw word.diagnostic(
          "this branch ends at +\(end.formatted)",
          hint: "'log' shows the time of each moment"
        )
      }
      return session.lastMoment(at: time)
    case .timeAfter(let duration):
      let goesBack = duration < .zero
      let available = goesBack ? session.now : session.moments[session.tip].now - session.now
      guard max(duration, .zero - duration) <= available else {
        let reason =
          available == .zero
          ? goesBack ? "no time has passed yet" : "no time passes after this"
          : goesBack
            ? "only \(available.formatted) have passed" : "this branch ends \(available.formatted) from here"
        throw word.diagnostic(reason, hint: "'log' shows the time of each moment")
      }
      return session.lastMoment(at: session.now + duration)
    case .number(let number):
      guard session.moments.indices.contains(number) else {
        throw word.diagnostic(
          session.moments.count == 1
            ? "no moment \(number); there is only moment 0"
            : "no moment \(number); moments range from 0 to \(session.moments.count - 1)",
          hint: SessionError.momentsHint
        )
      }
      return number
    case .mark(let name):
      if let moment = session.marks[name] { return moment }
      if name == Self.ends[0].text { return 0 }
      if name == Self.ends[1].text { return session.tip }
      let names = session.marks.keys.sorted()
      throw word.diagnostic(
        "unknown mark '\(name)'",
        notes: names.isEmpty ? [] : ["the marks are \(names.joined(separator: ", "))"],
        hint: Spelling.suggestion(for: name, among: names)
          ?? "a moment is \(Self.forms); a mark of several words is written in quotes"
      )
    case .relative(let count):
      let line = session.line
      let (index, isOverflow) = line.currentIndex.addingReportingOverflow(count)
      if !isOverflow, line.indices.contains(index) { return line[index] }
      let available = count < 0 ? line.currentIndex : line.count - 1 - line.currentIndex
      let extent = available == 0 ? "no moments" : "only \(counted(available, "moment"))"
      throw word.diagnostic("this branch has \(extent) \(count < 0 ? "before" : "after") this one")
    case .percentage(let share):
      let line = session.line
      return line[((line.count - 1) * share + 50) / 100]
    case .placeBefore:
      if let moment = session.placeBefore { return moment }
      throw word.diagnostic("no earlier moment to return to", hint: "'log --moves' lists all moves")
    }
  }
}

extension AnySession {
  /// The referenced moment, by default the current one.
  func moment(_ reference: MomentReference?) throws(Diagnostic) -> AnyMoment {
    guard let reference else { return moment }
    return moments[try reference.resolved(in: self)]
  }
}

/// The rule for names of marks, which no other form of a reference can match: a word, or a note in several words.
enum MarkName {
  static func isValid(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    if text.contains(" "), let last = text.last {
      return !last.isWhitespace && last != "%" && text.controlCharactersEscaped == text
    }
    return text.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
  }

  /// - Parameter isNew: Whether the command sets the mark.
  static func parameter(_ name: String, isNew: Bool = true) -> Parameter<Located<String>> {
    var parameter = Parameter(name, .names, completions: completions) { (word) throws(Diagnostic) in
      guard isValid(word.text) else {
        throw word.diagnostic(
          "invalid mark '\(word.text)'",
          hint:
            "a mark starts with a letter or '_'; it is one word of letters, digits, '-', '_' and '.', or a note with spaces that "
            + "does not end with a space or '%'"
        )
      }
      return Located(word.text, at: word.source)
    }
    parameter.form.names = .symbol(.mark, isNew: isNew)
    return parameter
  }

  /// The marks that begin with the text of the last word, which may be in quotes; and others, to be found by their words.
  static func completions(_ request: CompletionRequest) -> [Completion] {
    let typed = TypedWords(request.text[...])
    guard let text = typed.lastText else { return [] }
    return request.sources.completions(.marks).compactMap { mark in
      var mark = mark
      let name = mark.text
      let isNote = name.contains(" ")
      if name.hasPrefix(text), !text.isEmpty || typed.quote != nil {
        return request.completion(
          of: typed,
          by: String(name.dropFirst(text.count)),
          inQuotes: isNote,
          mark
        )
      }
      guard typed.quote == nil else { return nil }
      if isNote { mark.title = name }
      mark.text = name.asWord
      return mark
    }
  }
}
