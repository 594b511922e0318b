/// A setting: its name, its values, and how they are parsed and shown.
struct Setting {
  let name: String
  let summary: String
  /// The values, in the form of a usage.
  let values: String
  let completions: [Completion]
  /// Whether the value is a text, which may have several words.
  var isText = false
  let show: (AnyInterpreter) -> String
  let read: (Word) throws(Diagnostic) -> (AnyInterpreter) -> Void

  static var all: [Setting] {
    [
      diff,
      words(
        "noop",
        "whether 'log' lists actions that neither changed the state nor started an effect (the current moment is always listed)",
        \.settings.hidesActionsWithoutEffect,
        [("show", false, "list them"), ("hide", true, "leave them out")]
      ),
      words(
        "color",
        "use colour",
        \.settings.color,
        [
          ("auto", .auto, "at a terminal that supports it"), ("always", .always, "in files and pipes, too"),
          ("never", .never, "no colour"),
        ]
      ),
      toggle("echo", "print commands as they run", \.settings.echoes),
      toggle("quiet", "print only requested output and errors", \.settings.isQuiet),
      pager,
      toggle("suggest", "suggest the last typed line with the same prefix", \.settings.suggests),
      toggle("highlight", "highlight the line as you type", \.settings.highlights),
      toggle("keep", "keep an unsaved session when you leave, for --continue", \.settings.keepsSession),
      toggle("exhaustive", "fail on what a script does not assert, and on issues", \.isExhaustive),
      toggle("timer", "print how long each command took, on standard error", \.settings.showsTimes),
      Setting(
        name: "limit",
        summary: "maximum number of moments from one action or clock move",
        values: "N",
        completions: [],
        show: { "\($0.settings.momentLimit)" },
        read: { (word) throws(Diagnostic) in
          let number = try word.integer("limit", in: 1...1_000_000_000)
          return { $0.settings.momentLimit = number }
        }
      ),
      Setting(
        name: "history",
        summary: "number of states to keep; others are rebuilt on demand",
        values: "N|all",
        completions: [Completion("all", summary: "no limit")],
        show: { $0.settings.stateLimit.map { "\($0)" } ?? "all" },
        read: { (word) throws(Diagnostic) in
          let number = word.text == "all" ? nil : try word.integer("history", in: 1...Int.max)
          return { $0.settings.stateLimit = number }
        }
      ),
    ]
  }

  /// The setting with a name or an unambiguous prefix.
  static func named(_ word: Word) throws(Diagnostic) -> Setting {
    // Version 1.0 accepted `e` for `echo`.
    let first = all.filter { $0.name != "exhaustive" }.map { ($0.name, $0) }
    if let setting = word.choice(among: first) ?? word.choice(among: all.map { ($0.name, $0) }) {
      return setting
    }
    let others = all.map(\.name).filter { $0.hasPrefix(word.text) }
    if others.count > 1 {
      throw word.diagnostic("'\(word.text)' is ambiguous: \(others.joined(separator: ", "))")
    }
    throw word.diagnostic(
      "unknown setting '\(word.text)': expected one of \(all.map(\.name).joined(separator: ", "))",
      hint: Spelling.suggestion(for: word.text, among: all.map(\.name))
    )
  }
}

extension Setting {
  private static var diff: Setting {
    words(
      "diff",
      "print what commands change in the state",
      \.settings.diff,
      [
        ("auto", nil, "net at the prompt, full in scripts"),
        ("net", .net, "what the command changes in all"),
        ("moments", .moments, "each action, with a line for each change and for each effect"),
        ("full", .full, "each action, with the parts of the state that contain a change"),
        ("off", .off, "nothing"),
      ],
      formerly: [("on", .full), ("compact", .moments)]
    )
  }

  private static var pager: Setting {
    Setting(
      name: "pager",
      summary: "page long output at a terminal",
      values: "auto|off|COMMAND",
      completions: [
        Completion("auto", summary: "with $PAGER, or less"), Completion("off", summary: "never"),
      ],
      isText: true,
      show: { $0.settings.pager.text },
      read: { (word) throws(Diagnostic) in
        guard !word.text.allSatisfy(\.isWhitespace) else {
          throw word.diagnostic("the pager is 'auto', 'off' or a command")
        }
        return { $0.settings.pager = PagerChoice(text: word.text) }
      }
    )
  }

  private static func toggle(
    _ name: String,
    _ summary: String,
    _ path: ReferenceWritableKeyPath<AnyInterpreter, Bool>
  ) -> Setting {
    words(name, summary, path, [("on", true, "yes"), ("off", false, "no")])
  }

  private static func words<Value: Equatable>(
    _ name: String,
    _ summary: String,
    _ path: ReferenceWritableKeyPath<AnyInterpreter, Value>,
    _ values: [(word: String, value: Value, summary: String)],
    formerly former: [(word: String, value: Value)] = []
  ) -> Setting {
    Setting(
      name: name,
      summary: summary,
      values: values.map(\.word).joined(separator: "|"),
      completions: values.map { Completion($0.word, summary: $0.summary) },
      show: { shell in values.first { $0.value == shell[keyPath: path] }?.word ?? "" },
      read: { (word) throws(Diagnostic) in
        let value =
          if let known = former.first(where: { $0.word == word.text }) {
            known.value
          } else {
            try word.choice(name, among: values.map { ($0.word, $0.value) })
          }
        return { $0[keyPath: path] = value }
      }
    )
  }
}
