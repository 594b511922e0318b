// Expressions, expectations, blocks and sourced scripts.
extension ScriptGuide {
  var expressions: [Part] {
    let methods = Method.listed.map { $0.joined(separator: ", ") }
    return [
      .text(
        """
        Expressions are like Swift's. A name is a member of the state, and may be followed by members, elements \
        [0] and [id: …], tuple elements .0, and optional chaining with ?. and !. A key path such as \\.isDone, \
        with or without operators, is evaluated for each element, as is a closure { $0.isDone } or \
        { item in item.isDone }, which may follow the brackets of a call. After the members of the state come \
        effects (the effects in flight), issues (those of the last command, or of the moment when moments are \
        examined one by one) and now (the virtual time). before(EXPR) is the value of EXPR before the last \
        command, or likewise before the command of that moment.
        """
      ),
      .forms([
        (
          Self.operators,
          "from lowest to highest precedence; also ? :, is, as?, as!, ..<, ... and prefix ! and -"
        ),
        (methods[0], "methods of collections"),
        (methods[1], "methods of strings"),
        (methods[2], "methods of sets, dictionaries, numbers and dates"),
        (Function.names.joined(separator: ", "), "functions"),
        ("[1, 2]  [\"a\": 1]  [:]", "arrays and dictionaries; == compares them with those of the state"),
        ("now + 1s  now * 2  now / 500ms", "durations; dividing two of them gives a number"),
        ("date + 1d  date - date", "a date; a duration, to the microsecond"),
      ]),
      .script(
        #"""
        print [3, 1, 2].sorted().map(\.self * 2)
        | [2, 4, 6]
        print ["a", "bc"].filter(\.count > 1).first ?? "none"
        | "bc"
        print effects.isEmpty && now < 1s && now == before(now)
        | true
        print (now + 1m) / 4
        | 15s
        print ["open": 2, "done": 1 + 2]
        | ["done": 3, "open": 2]
        """#
      ),
      .text(
        """
        Numbers of all types are compared by value: 1 == 1.0. Otherwise, comparing values of different types, such \
        as an Int and a String, is an error. Brackets in an expression nest at most \(SyntaxParser.deepestNesting) \
        levels, and an expression that takes too long is stopped.
        """
      ),
    ]
  }

  private static var operators: String {
    Dictionary(grouping: BinaryOperator.allCases, by: \.precedence).inOrderOfKeys
      .map { $0.value.map(\.rawValue).joined(separator: " ") }.joined(separator: "  ")
  }

  var expectations: [Part] {
    [
      help(
        of: "expect",
        "'expect EXPR' fails unless an expression is true, 'expect PROPERTY' unless a property holds on this branch."
      ),
      .text(
        """
        Lines that start with '|' give the complete output of the command before them, even with -q. One space \
        after the '|' is ignored. '…' in a line matches any text, and a line with only '…' any number of lines. \
        '\\…' matches '…' itself. --update rewrites the lines that differ in the file.
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
      help(of: "fails", "'fails COMMAND' fails unless the command fails, and prints its error."),
      help(of: "receive", "'receive PATTERN' asserts the next action from an effect."),
      help(
        of: "exhaustive",
        "'set exhaustive on' makes a script fail on anything that it does not assert, and on issues."
      ),
      .script(
        """
        set exhaustive on
        receive --skip
        """
      ),
    ]
  }

  var tests: [Part] {
    let program = application.name
    return [
      .text(
        """
        A script with expectations is a test. Run it with '\(program) FILE', or all scripts of a folder with \
        '\(program) test FOLDER'; the exit code says whether every expectation held. Each script runs in its own session, \
        and a summary follows if there are several. An 'expect' that holds prints nothing. \
        To see that a test can fail, leave out a command with 'skip' and reverse a check with 'fails'.
        """
      ),
      .table(
        #"""
        -n :: check the scripts without running them
        -k :: continue after a failure, and report them all
        --update :: rewrite the expected output that differs
        test --last-failed :: run only the scripts whose last run failed
        test --watch :: run scripts again whenever they change
        --report junit=FILE :: write a report for continuous integration; also tap=FILE
        --report html=FILE :: write the history of the first failed script as a page
        """#
      ),
      .script(
        """
        expect now == 0s
        fails expect now > 0s
        | …
        """
      ),
    ]
  }

  var blocks: [Part] {
    [
      help(
        of: "repeat",
        "'repeat N [as NAME] [COMMAND]' repeats a command, or all commands up to 'end', N times."
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
      help(of: "macro", "'macro NAME [PARAMETER…]' defines a macro of the commands up to 'end'."),
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
      help(of: "alias", "'alias NAME = COMMAND…' defines an alias for a command."),
      .script(
        """
        alias hour = advance 1h
        hour
        expect now == 1h
        """
      ),
      .text(
        """
        Blocks nest at most \(ScriptExtent.deepestBlock) levels and have at most \
        \(ScriptExtent.mostBlockCommands) commands; a script runs at most \(ScriptExtent.mostCommands) \
        commands.
        """
      ),
    ]
  }

  var output: [Part] {
    [
      .text(
        """
        'COMMAND > FILE' writes what a command prints to a file instead of the screen. 'COMMAND | PROGRAM' passes \
        it to a program, in the syntax of sh. '>' and '|' must be separate words.
        """
      ),
      .table(
        #"""
        tree > tree.txt :: write the tree to a file
        log | head -3 :: show its first three lines
        find now > 1s >| found.txt :: write the moment that was found; the first '>' compares
        """#
      ),
      .text(
        """
        In a command that takes an expression or a pattern, '>' compares; write '>|' instead. In a command that \
        takes any text or a file name, '>', '>|' and '|' are part of that text, so its output cannot be redirected.
        """
      ),
      .text(
        """
        An existing file is replaced, unless it is a session file, the transcript, or a script that is running. If \
        the command fails without printing anything, the file stays as it was. '| PROGRAM' works only at the \
        prompt and in the rc file, because a script must do the same on every machine. With --format json, '>' has no \
        effect on the events.
        """
      ),
    ]
  }

  var scripts: [Part] {
    [
      help(of: "source", "'source FILE' runs the commands in a script."),
      .text(
        """
        Its definitions remain in effect afterwards. Scripts and macros nest at most \(ScriptExtent.deepest) \
        levels, and none can call itself.
        """
      ),
    ]
  }
}

extension ScriptGuide {
  var sessions: [Part] {
    [
      .text(
        """
        The files of --session, 'record' and 'save' are scripts. They begin with the name of the program, the \
        version of the format, and the seed and the date at the start of the session. The commands that changed \
        something follow, one per line, with their names in full and variables replaced by their values. Blocks, \
        macros, aliases and sourced scripts appear as the commands that they ran.
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
      .text("A comment after a command records how it ended, if that does not follow from the command:"),
      .table(
        #"""
        #: stopped N… :: a breakpoint stopped it at these moments
        #: interrupted :: ^C stopped it, and the rest did not run
        #: failed :: it failed after changing something
        """#
      ),
    ]
  }

  var problems: [Part] {
    [
      .text(
        """
        Errors are printed on standard error, in the form 'file:line:column: error: MESSAGE', followed by the line, \
        a caret below it, and a hint. If a script does not parse, nothing in it runs, and up to \
        \(Script.mostDiagnostics) errors are reported. A command that fails ends the script, unless -k is given.
        """
      )
    ]
  }

  var exitStatus: [Part] {
    [.forms(ExitStatus.meanings.map { ($0.code, $0.meaning) })]
  }
}
