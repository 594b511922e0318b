/// What there is to say of the language of scripts: the sections of its manual page.
package struct ScriptGuide<State, Action> {
  let application: ShellApplication<State, Action>

  package struct Section {
    package let title: String
    package let parts: [Part]
  }

  package enum Part {
    /// Lines that are filled, each a paragraph.
    case text(String)
    /// Forms and what they mean.
    case forms([(form: String, meaning: String)])
    /// A script that runs as it is, in any shell.
    case script(String)
  }

  package init(_ application: ShellApplication<State, Action>) { self.application = application }

  package var sections: [Section] { HelpTopic.allCases.compactMap(section) }

  /// What there is to say on a topic; `nil` if it is none of the language.
  func section(on topic: HelpTopic) -> Section? {
    switch topic {
    case .lines: lines
    case .words: words
    case .actions: actions
    case .patterns: patterns
    case .variables: variables
    case .expressions: expressions
    case .expectations: expectations
    case .blocks: blocks
    case .scripts: scripts
    case .sessions: sessions
    case .errors: problems
    case .status: exitStatus
    case .json: nil
    }
  }

  /// The outline of the language, for pages on something else.
  package static var outline: [String] {
    [
      """
      A line is a command. Its words are separated by blanks; "double quotes" hold escapes such as \\n and \\u{1F600}, \
      'single quotes' hold none. '#' starts a comment at the start of a line, and at the start of any other word unless a \
      digit or a variable follows directly: #2 is a moment. '\\' as the very last character continues a line. Any \
      unambiguous start of a command works.
      """,
      """
      A line that starts with '.' is an action in Swift syntax. A line behind a command that starts with '|' says what it \
      prints; '…' in it stands for any text, and alone for any number of lines.
      """,
    ]
  }

  /// What a command's help says of it.
  ///
  /// - Parameter lead: What that takes for known.
  func help(of name: String, _ lead: String) -> Part {
    .text("\(lead) \(application.table.command(named: name)?.discussion ?? "")")
  }
}

extension ScriptGuide {
  private var lines: Section {
    Section(
      title: "LINES",
      parts: Self.outline.map { .text($0) } + [
        .text(
          """
          A script is text in UTF-8, with lines that end in LF or CR LF; a byte order mark at its start is passed over, and \
          blanks in front of a command mean nothing. A line with those that continue it has at most \
          \(Script.longestLine >> 10) KiB, a script has any length. It is checked to its end before anything in it runs, \
          the names in its expressions included.
          """
        ),
        .script(
          """
          # A comment. The next command goes on on a second line.
          print 20 + \\
            22
          | 42
          """
        ),
      ]
    )
  }

  private var words: Section {
    Section(
      title: "WORDS",
      parts: [
        .text(
          "Quotes may begin and end anywhere in a word. Outside of double quotes '\\' is an ordinary character. In them stand"
        ),
        .forms([
          ("\\n  \\t  \\r  \\0", "a line feed, a tabulator, a carriage return, a NUL"),
          ("\\\"  \\'  \\\\  \\$", "that character itself"),
          ("\\u{E9}", "the character of a Unicode scalar, here é, with up to 8 hexadecimal digits"),
        ]),
        .script(
          #"""
          print "caf\u{E9}" == "café" && 'C:\temp' == "C:\\temp"
          | true
          """#
        ),
        .text(
          """
          A duration is a row of numbers with units, which are added up: \
          \(DurationUnit.allCases.map(\.rawValue).joined(separator: ", ")) (µs is us). The numbers may have a fraction.
          """
        ),
        .script(
          """
          advance 1m30s
          advance 0.5s
          print now == 1m30.5s
          | true
          """
        ),
        .text(
          "Elements of a list are selected by their places from 0, with blanks or commas between the parts:"
        ),
        .forms([
          ("2", "the third"), ("first  last  all", "the first, the last, and all of them"),
          ("0-3  0...3  0..<4", "the first four"), ("2...  ...3  ..<3", "from a place on, or up to one"),
        ]),
        .text("A moment of the session is \(MomentReference.forms):"),
        .forms([
          ("3  #3", "the moment of that number, with or without the '#' that it is printed with"),
          ("@1m30s", "the last one at that virtual time, or before"),
          ("lunch", "the one that 'mark lunch' named"), ("-2  +1", "so many before or behind this one"),
          ("50%", "the one halfway along the line"), ("-", "where the last move came from"),
        ]),
      ]
    )
  }

  private var actions: Section {
    Section(
      title: "ACTIONS",
      parts: [
        .text(
          """
          A line that starts with a dot sends an action: a case of the feature's action, with its arguments. What the shell \
          prints of an action can be sent again, and 'help .' lists them. Values are written so:
          """
        ),
        .forms(HelpText.values),
      ]
    )
  }

  private var patterns: Section {
    Section(
      title: "PATTERNS",
      parts: [
        .text(
          """
          A pattern stands for all actions that look like it, for 'receive', 'log --action', 'break' and the like. It \
          is written as an action is, and its names are checked:
          """
        ),
        .forms([
          (".todos", "a case without brackets, whatever its payload"),
          (".todos(.element(id: UUID(0)))", "what has a label may be left out"),
          (".element(id: _, action: .binding)", "'_' stands for anything; everything else is compared"),
          (".set(\\.path)  .set(\\.path, true)", "any change of a property; the one to that value"),
        ]),
      ]
    )
  }

  private var variables: Section {
    Section(
      title: "VARIABLES",
      parts: [
        help(of: "let", "'let NAME = EXPR' keeps a value under a name."),
        .text(
          """
          A value is put into a line before that is read: as a literal, or within double quotes as text. In a key \
          path, as \\.$name, it is the name of a Swift property.
          """
        ),
        .script(
          #"""
          let count = 2 + 3
          let name = "Milk & honey"
          print $count * 2
          | 10
          print "$count of $name"
          | "5 of Milk & honey"
          expect '$count' == "\$count"
          """#
        ),
      ]
    )
  }
}
