// What makes more of a script than a list of lines.
extension ScriptGuide {
  var expressions: Section {
    let methods = Method.ofCollections.names.joined(separator: ", ")
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
          (Method.ofTexts.names.joined(separator: ", "), "of texts"),
          ("[1, 2]  [\"a\": 1]  [:]", "lists and dictionaries; == compares them with any of the state"),
          ("now + 1s  now * 2  now / 500ms", "a duration, another one, and a number: how many of them"),
          ("date + 1d  date - date", "a date, and the duration in between, to the microsecond"),
        ]),
        .script(
          #"""
          print [3, 1, 2].sorted().map(\.self * 2)
          | [2, 4, 6]
          print ["a", "bc"].filter(\.count > 1).first ?? "none"
          | "bc"
          print effects.isEmpty && now < 1s
          | true
          print (now + 1m) / 4
          | 15s
          print ["open": 2, "done": 1 + 2]
          | ["done": 3, "open": 2]
          """#
        ),
        .text(
          """
          Numbers of all types are compared by their values: 1 == 1.0. All other types are compared as they are: an Int \
          is no String, and to ask whether they are equal is an error. An expression is at most \
          \(SyntaxParser.deepestNesting) brackets deep, and one that would take too long is stopped.
          """
        ),
      ]
    )
  }

  private static var operators: String {
    Dictionary(grouping: BinaryOperator.allCases, by: \.precedence).sorted { $0.key < $1.key }
      .map { $0.value.map(\.rawValue).joined(separator: " ") }.joined(separator: "  ")
  }

  var expectations: Section {
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
          | …nothing is scheduled
          help
          | …
          fails undo 9
          | …to undo
          """
        ),
        help(of: "fails", "'fails COMMAND' fails unless the command does, and prints what that says."),
        help(of: "receive", "'receive PATTERN' asserts what effects sent."),
        help(
          of: "exhaustive",
          "'exhaustive on' makes a script fail on what it has not asserted, and on issues."
        ),
        .script(
          """
          exhaustive on
          receive --skip
          """
        ),
      ]
    )
  }

  var blocks: Section {
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
          alias hour = advance 1h
          hour
          expect now == 1h
          """
        ),
        .text(
          """
          Blocks are at most \(Block<State, Action>.deepest) deep in each other and have at most \
          \(Block<State, Action>.mostCommands) commands; a script runs at most \
          \(ScriptExtent.mostCommands) commands.
          """
        ),
      ]
    )
  }

  var scripts: Section {
    Section(
      title: "SCRIPTS IN SCRIPTS",
      parts: [
        help(of: "source", "'source FILE' runs the commands of a script."),
        .text(
          """
          What it defines is there behind it. Scripts and macros are at most \(ScriptExtent.deepest) deep in \
          each other, and none can run itself.
          """
        ),
      ]
    )
  }
}

extension ScriptGuide {
  var sessions: Section {
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

  var problems: Section {
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

  var exitStatus: Section {
    Section(title: "EXIT STATUS", parts: [.forms(ExitStatus.meanings.map { ($0.code, $0.meaning) })])
  }
}
