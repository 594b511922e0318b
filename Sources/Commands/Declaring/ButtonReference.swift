import Core

/// A reference to a button of an alert or a dialog: its number, its label, or a prefix of the label.
struct ButtonReference {
  private let words: [Word]

  static func parameter(_ name: String) -> Parameter<ButtonReference> {
    let form = AnyParameter(usage: name, wordsLeft: 0, completions: { $0.sources.completions(.buttons) })
    return Parameter(form) { (reader) throws(Diagnostic) in
      ButtonReference(words: try reader.words(for: name))
    }
  }

  /// The referenced button.
  ///
  /// - Throws: An error with the candidates if no button or several buttons match.
  func resolved(among buttons: [PresentedPrompt<Any>.Button]) throws(Diagnostic)
    -> PresentedPrompt<Any>.Button
  {
    if words.count == 1, !words[0].isQuoted, words[0].text.first?.isNumber == true {
      guard let number = Int(words[0].text), buttons.indices.contains(number) else {
        throw diagnostic(
          "no button '\(text)'; \(extent(of: buttons))",
          hint: "use a number from 0 to \(buttons.count - 1), or the label"
        )
      }
      return buttons[number]
    }
    let typed = text.lowercased()
    let found = buttons.filter {
      [String(state: $0.label), $0.shownLabel].contains { $0.lowercased() == typed }
    }
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      throw diagnostic(
        "'\(text)' matches several buttons: \(names(found))",
        hint: "use the button's number"
      )
    }
    let started = buttons.filter { $0.shownLabel.lowercased().hasPrefix(typed) }
    if started.count == 1, !text.isEmpty { return started[0] }
    // As many words of each label as the reference has.
    let starts = buttons.map {
      $0.shownLabel.split(separator: " ").prefix(words.count).joined(separator: " ")
    }
    throw diagnostic(
      started.count > 1 && !text.isEmpty
        ? "'\(text)' is ambiguous: \(names(started))"
        : "no button '\(text)'; \(extent(of: buttons))",
      hint: Spelling.suggestion(for: text, among: buttons.map(\.shownLabel) + starts)
    )
  }

  private func extent(of buttons: [PresentedPrompt<Any>.Button]) -> String {
    "the \(buttons.count == 1 ? "only button is" : "buttons are") \(names(buttons))"
  }

  private var text: String { words.map(\.text).joined(separator: " ") }

  private func names(_ buttons: [PresentedPrompt<Any>.Button]) -> String {
    buttons.map { "'\($0.shownLabel)'" }.joined(separator: ", ")
  }

  /// An error at all of the words.
  private func diagnostic(_ message: String, hint: String?) -> Diagnostic {
    let first = words[0].source
    let last = words[words.count - 1].source
    return first.extended(to: last).diagnostic(message, hint: hint)
  }
}
