/// What there is to say of the language of scripts: the sections of its manual page.
struct ScriptGuide<State, Action> {
  private let application: ShellApplication<State, Action>

  struct Section {
    let title: String
    let parts: [Part]
  }

  enum Part {
    /// Lines that are filled, each a paragraph.
    case text(String)
    /// Forms and what they mean.
    case forms([(form: String, meaning: String)])
    /// A script that runs as it is, in any shell.
    case script(String)
  }

  init(_ application: ShellApplication<State, Action>) { self.application = application }

  var sections: [Section] {
    [
      lines, words, actions, variables, expressions, expectations, blocks, scripts, sessions, problems,
      exitStatus,
    ]
  }

  /// The outline of the language, for pages on something else.
  static var outline: [String] {
    [
      """
      A line is a command. Its words are separated by blanks; "double quotes" hold escapes such as \\n and \\u{1F600}, \
      'single quotes' hold none. '#' starts a comment where a word could start, and '\\' as the very last character \
      continues a line. Any unambiguous start of a command works.
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
  private func help(of name: String, _ lead: String) -> Part {
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
          \(Script.longestLine >> 10) KiB, a script has any length. It is checked to its end before anything in it runs.
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
          ("3", "the moment of that number"), ("@1m30s", "the last one at that virtual time, or before"),
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

extension ScriptGuide {
  private var expressions: Section {
    let methods = Evaluator.collectionMethods.joined(separator: ", ")
    return Section(
      title: "EXPRESSIONS",
      parts: [
        .text(
          """
          They are like Swift's. A name is a member of the state, from which members, elements [0] and [id: …], tuple elements \
          .0, optional chains ?. and ! lead on; a key path such as \\.isDone, also with operators, stands for what is done \
          with each element. Members of the state come first, and besides them there are effects (what is in flight), issues (of \
          the last command, or where moments are looked at one by one, of the moment) and now (the virtual time).
          """
        ),
        .forms([
          (Self.operators, "from what binds loosest to what binds tightest; also ! and -"),
          (methods, "of collections"),
          (Evaluator.textMethods.joined(separator: ", "), "of texts"),
        ]),
        .script(
          #"""
          print [3, 1, 2].sorted().map(\.self * 2)
          | [2, 4, 6]
          print ["a", "bc"].filter(\.count > 1).first ?? "none"
          | "bc"
          print effects.isEmpty && now < 1s
          | true
          """#
        ),
        .text(
          """
          Types are compared as they are: an Int is no String, and to ask whether they are equal is an error. An expression is at \
          most \(ExpressionParser.deepestNesting) brackets deep, and one that would take too long is stopped.
          """
        ),
      ]
    )
  }

  private static var operators: String {
    Dictionary(grouping: BinaryOperator.allCases, by: \.precedence).sorted { $0.key < $1.key }
      .map { $0.value.map(\.rawValue).joined(separator: " ") }.joined(separator: "  ")
  }

  private var expectations: Section {
    Section(
      title: "EXPECTATIONS",
      parts: [
        help(of: "expect", "'expect EXPR' fails unless an expression is true."),
        .text(
          """
          Lines that start with '|' say what the command before them prints, from the first line to the last, whatever -q \
          says. The blank behind the '|' does not count. '…' in a line stands for any text, and a line of nothing else for any \
          number of lines. --update rewrites those that differ, in the file.
          """
        ),
        .script(
          """
          expect effects.isEmpty
          print [1, 22, 333]
          | [1, …, 333]
          clock
          | …nothing is waiting
          help
          | …
          """
        ),
        help(of: "receive", "'receive PATTERN' asserts what effects sent."),
        help(of: "exhaustive", "'exhaustive on' makes a script fail on what it has not asserted."),
        .script(
          """
          exhaustive on
          receive --skip
          """
        ),
      ]
    )
  }

  private var blocks: Section {
    Section(
      title: "BLOCKS",
      parts: [
        help(
          of: "repeat",
          "'repeat N [as NAME] [COMMAND]' does a command, or those up to an 'end', N times."
        ),
        .script(
          """
          repeat 2 as i
            repeat 2 as j
              print $i * 10 + $j
              | …
            end
          end
          repeat 3 advance 1s
          """
        ),
        help(of: "macro", "'macro NAME [PARAMETER…]' gives the commands up to an 'end' a name."),
        .script(
          """
          macro area width height=2
            print $width * $height
          end
          area 3
          | 6
          area 3 4
          | 12
          """
        ),
        help(of: "alias", "'alias NAME = COMMAND…' gives one line a name."),
        .script(
          """
          alias later = advance 1h
          later
          expect now == 1h
          """
        ),
        .text(
          """
          Blocks are at most \(Block<State, Action>.deepest) deep in each other and have at most \
          \(Block<State, Action>.mostCommands) commands; a script runs at most \
          \(ScriptParser<State, Action>.mostCommands) commands.
          """
        ),
      ]
    )
  }

  private var scripts: Section {
    Section(
      title: "SCRIPTS IN SCRIPTS",
      parts: [
        help(of: "source", "'source FILE' runs the commands of a script."),
        .text(
          """
          What it defines is there behind it. Scripts and macros are at most \(ScriptParser<State, Action>.deepestSource) deep in \
          each other, and none can run itself.
          """
        ),
      ]
    )
  }
}

extension ScriptGuide {
  private var sessions: Section {
    Section(
      title: "SESSIONS",
      parts: [
        .text(
          """
          What --session, 'record' and 'save' write is a script, which begins with whose it is, with the version of the form, \
          and with the seed and the date that the session began with. The commands that changed something follow, one a \
          line, with the values of their variables; blocks, macros, aliases and sourced scripts are there as the commands that \
          were done.
          """
        ),
        .script(
          """
          # \(application.name) session 1
          begin --seed 0 --epoch 2001-01-01T00:00:00Z
          advance 10s
          undo
          """
        ),
        .text("A comment behind a command says how it went, where that does not follow from its words:"),
        .forms([
          ("#: stopped N…", "a breakpoint stopped it at these moments"),
          ("#: interrupted", "^C did, and the rest of it did not happen"),
          ("#: failed", "it failed after it had changed something"),
        ]),
      ]
    )
  }

  private var problems: Section {
    Section(
      title: "ERRORS",
      parts: [
        .text(
          """
          An error is told on standard error as file:line:column: error: what is wrong, with the line, a mark below it, and \
          what to try. Of a script with errors in its form nothing runs, and all of them are told, up to \
          \(Script.mostDiagnostics). A command that fails ends the script, unless -k is given.
          """
        )
      ]
    )
  }

  private var exitStatus: Section {
    Section(title: "EXIT STATUS", parts: [.forms(ExitStatus.meanings.map { ($0.code, $0.meaning) })])
  }
}
