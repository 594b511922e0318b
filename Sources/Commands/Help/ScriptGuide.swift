/// The sections of the manual page of the script language.
package struct ScriptGuide {
  let application: AnyApplication

  package struct Section {
    package let title: String
    package let parts: [Part]
  }

  package enum Part {
    /// Paragraphs, one per line, which are wrapped.
    case text(String)
    /// Forms and their meanings.
    case forms([(name: String, meaning: String)])
    /// A script that runs unchanged in any shell.
    case script(String)

    /// Forms and their meanings, on a line each.
    static func table(_ text: String) -> Self { .forms(text.meanings) }
  }

  package init(_ application: AnyApplication) { self.application = application }

  package var sections: [Section] { HelpTopic.allCases.compactMap(section) }

  /// The section on a topic; `nil` for topics outside the language.
  func section(on topic: HelpTopic) -> Section? {
    let title =
      switch topic {
      case .cheat: "cheat sheet"
      case .scripts: "scripts in scripts"
      case .status: "exit status"
      default: topic.rawValue
      }
    let parts: [Part]? =
      switch topic {
      case .cheat: cheatSheet
      case .lines: lines
      case .words: words
      case .actions: actions
      case .patterns: patterns
      case .variables: variables
      case .expressions: expressions
      case .expectations: expectations
      case .tests: tests
      case .blocks: blocks
      case .output: output
      case .scripts: scripts
      case .sessions: sessions
      case .errors: problems
      case .status: exitStatus
      case .exploring: exploring
      case .colours: colours
      case .json: nil
      }
    return parts.map { Section(title: title.uppercased(), parts: $0) }
  }

  /// A summary of the language, for other pages.
  package static var outline: [String] {
    [
      """
      Each line is a command. Words are separated by spaces; "double quotes" interpret escapes such as \\n and \
      \\u{1F600}, 'single quotes' do not. '#' starts a comment at the start of a line, and at the start of any other \
      word unless a digit or a variable follows directly: #2 is a moment. '\\' as the very last character continues \
      a line. Commands can be abbreviated to any unambiguous prefix.
      """,
      """
      A line that starts with '.' is an action in Swift syntax. A line that starts with '|' gives the expected \
      output of the command before it; '…' in it matches any text, and '…' as the whole line any number of lines. \
      '\\…' matches '…' itself.
      """,
    ]
  }

  /// The discussion in a command's help, after an introduction.
  ///
  /// - Parameter lead: A sentence that introduces the command.
  func help(of name: String, _ lead: String) -> Part {
    .text("\(lead) \(application.table.command(named: name)?.discussion ?? "")")
  }
}

extension ScriptGuide {
  private var cheatSheet: [Part] {
    [
      .table(
        #"""
        .ACTION :: send an action: '.' and Tab list them
        advance 1s  step  run :: move the clock: by a time, to the next action, to the end
        undo  redo  goto 5  goto @2s :: go back and forth, to a moment, to a time
        mark NAME  goto NAME  goto - :: name a moment, go to it, go back to where you were
        EXPR  print :: a value of the state, or all of it
        log  tree  show 5 :: the commands, the branches, a moment in full
        effects  screen :: what is in flight, what is presented
        why EXPR  why not EXPR :: which command made it so, or what would make it true
        find EXPR  watch PATH  break EXPR :: when it became true; print it, or stop, when it changes
        diff 3 5  skip 5  amend 5 COMMAND :: compare moments; replay without a command, or with another
        explore always EXPR :: search for commands after which it is false
        expect EXPR  fails COMMAND :: in a script: what must be true, what must fail
        stub \.uuid UUID(7) :: decide what a dependency answers
        repeat 3 COMMAND  alias a = COMMAND :: repeat and abbreviate commands
        save FILE  load FILE  export html FILE :: keep, open and share a session
        """#
      ),
      .table(
        #"""
        #5 of 7 +1s ⋯2> :: the prompt: moment, last moment, virtual time, effects in flight
        ⏲ ⋯ ✓ ✗ :: an effect waits for the clock or something else, finished, was cancelled
        + - ~ → :: inserted, removed, moved, replaced
        """#
      ),
    ]
  }

  private var colours: [Part] {
    [
      .table(
        """
        green, red :: what a change added and removed
        bold :: the current moment, headings and verdicts
        dim :: what is ahead of the current moment, and remarks
        cyan :: watched values and notes
        blue, yellow :: the prompt at the last moment of a branch, and before it
        bold red :: errors
        """
      ),
      .text(
        "Without colour, the same text says all of it. 'set color never', --color never or NO_COLOR=1 turns it off."
      ),
    ]
  }

  private var lines: [Part] {
    Self.outline.map { .text($0) } + [
      .text(
        """
        A script is UTF-8 text with lines that end in LF or CR LF. A byte order mark at its start and leading \
        spaces on a line are ignored. A line, with those that continue it, has at most \(Script.longestLine >> 10) \
        KiB; a script can have any length. All of it is checked before anything in it runs, including the names in \
        its expressions.
        """
      ),
      .script(
        """
        # A comment. The next command continues on a second line.
        print 20 + \\
          22
        | 42
        """
      ),
    ]
  }

  private var words: [Part] {
    [
      .text(
        "Quotes can begin and end anywhere in a word. Outside double quotes '\\' is an ordinary character. Inside them:"
      ),
      .table(
        #"""
        \n  \t  \r  \0 :: a line feed, a tab, a carriage return, a NUL
        \"  \'  \\  \$ :: that character itself
        \u{E9} :: a Unicode scalar, here é, in up to 8 hexadecimal digits
        """#
      ),
      .script(
        #"""
        print "caf\u{E9}" == "café" && 'C:\temp' == "C:\\temp"
        | true
        """#
      ),
      .text(
        """
        A duration is a sequence of numbers with units, which are added up: \
        \(DurationUnit.allCases.map(\.rawValue).joined(separator: ", ")) (µs is us). The numbers may have a \
        fraction.
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
        "Elements of a list are selected by their indices from 0, separated by spaces or commas:"
      ),
      .table(
        #"""
        2 :: the third
        first  last  all :: the first, the last, and all of them
        0-3  0...3  0..<4 :: the first four
        2...  ...3  ..<3 :: from an index on, or up to one
        """#
      ),
      .text("A moment of the session is \(MomentReference.forms):"),
      .table(
        #"""
        3  #3 :: the moment of that number, with or without the '#' of the prompt
        @1m30s :: the last moment at or before that virtual time
        lunch :: the moment named by 'mark lunch'
        start  end :: the first and the last moment of this branch
        -2  +1 :: that many moments before or after this one
        50% :: the moment halfway along this branch
        - :: the moment before the last move
        """#
      ),
    ]
  }

  private var actions: [Part] {
    [
      .text(
        """
        A line that starts with a dot sends an action: a case of the feature's action, with its arguments. Actions \
        that the shell prints can be sent again, and 'help .' lists the cases. An action without arguments can also \
        be sent by its name in lower case with hyphens, unless something else has that name: 'start-tapped' sends \
        '.startTapped'. Values are written as follows:
        """
      ),
      .forms(ActionTypes.values),
    ]
  }

  private var patterns: [Part] {
    [
      .text(
        """
        A pattern matches actions, for 'receive', 'log --action', 'break' and similar commands. It is written like \
        an action, and its names are checked. After '--action', quote a pattern that contains spaces.
        """
      ),
      .table(
        #"""
        .todos :: a case without parentheses, whatever its payload
        .todos(.element(id: UUID(0))) :: labelled values can be left out
        .element(id: _, action: .binding) :: '_' matches anything; everything else is compared
        .set(\.path)  .set(\.path, true) :: any change of a property; a change to that value
        """#
      ),
    ]
  }

  private var variables: [Part] {
    [
      help(of: "let", "'let NAME = EXPR' defines a variable."),
      .text(
        """
        A value is inserted into a line before the line is parsed: as a literal, or within double quotes as text. \
        In a key path, as \\.$name, it is the name of a Swift property.
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
  }
}
