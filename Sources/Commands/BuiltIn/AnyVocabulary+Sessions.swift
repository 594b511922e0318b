import Core

extension AnyVocabulary {
  /// Saving, recording and loading sessions.
  static var sessions: Self {
    AnyVocabulary(
      "Sessions",
      declaring: "save",
      "load",
      "record",
      "begin"
    ) {
      AnyCommand(
        "save",
        Argument.flag("--expect", summary: "add the changes of each command as expectations"),
        Argument.flag("--force", "-f", summary: "overwrite another session in the file"),
        Argument.file("FILE"),
        summary: "Save the session to a file, as a script",
        discussion: """
          The file holds the seed, the epoch, and the commands that changed something. 'load' rebuilds the session \
          from it, with all branches, marks, watches and breakpoints. With --expect, it is a regression test of what \
          the feature does today.

          Without --force, 'save' does not overwrite a file that holds another session. It does overwrite the file \
          that this session was loaded from, saved to or recorded in.
          """,
        examples: [
          "save friday.todoscript": "to continue later",
          "save --expect sorting.todoscript": "a regression test of this session",
        ]
      ) { shell, expects, replaces, file in
        shell.catchUp()
        shell.answer(try shell.debugger.save(to: file, expectations: expects, replaces: replaces))
      }
      AnyCommand(
        "load",
        Argument.file("FILE"),
        summary: "Replace this session with one from a file",
        discussion: """
          If the feature has changed since the file was written, 'load' runs the file as far as it can. If the \
          current session is being recorded, it is kept in its file, and the loaded session is recorded in the \
          file that it came from. An HTML or Redux file that was exported from a session can be loaded, too, \
          unless a session is being recorded.
          """,
        examples: ["load friday.todoscript": "load the session in that file"]
      ) { shell, file in
        try shell.load(file)
      }
      AnyCommand(
        "record",
        Argument.flag("--stop", summary: "stop recording"),
        Argument.file("FILE").optional(),
        summary: "Record the session in a file as it runs, or show where",
        discussion: """
          Each command that changes the session is written to disk before it runs, so nothing is lost however the shell ends. The commands so \
          far are written to the file, too. An existing file is refused unless this session was loaded from it or \
          saved in it; then recording continues there. --session FILE on the command line does the same from the \
          start.
          """,
        examples: ["record friday.todoscript": "start recording", "record --stop": "stop recording"]
      ) { shell, stops, file in
        if stops { return shell.answer(try shell.debugger.stopRecording()) }
        shell.catchUp()
        if let file { return shell.answer(try shell.debugger.record(in: file)) }
        shell.answer(shell.debugger.recording)
      }
      AnyCommand(
        "begin",
        Argument.option("--seed", Argument.seed("N"), summary: "seed of the random numbers"),
        Argument.option(
          "--epoch",
          Argument.epoch("DATE"),
          summary: "date at the start, in ISO 8601, with or without a time"
        ),
        summary: "Start a new session in place of this one",
        discussion:
          """
          By default, the seed and the epoch stay the same. Watches and breakpoints are cleared. Session files begin \
          with this command.
          """,
        examples: [
          "begin": "start over", "begin --seed 7": "start over with other random numbers",
          "begin --epoch 2026-11-21": "start over at another date",
        ]
      ) { shell, seed, epoch in
        var origin = shell.recorder.origin
        if let seed { origin.seed = seed }
        if let epoch { origin.epoch = epoch }
        try shell.begin(origin)
      }
      .inSessions(.begins)
    }
  }
}

extension Argument {
  /// The path of a file. In a script it is relative to the script; `~/` is the home directory.
  package static func file(_ name: String) -> Parameter<Located<String>> {
    let form = AnyParameter(usage: name, completions: FileCompletions.completions)
    return Parameter(form) { (reader) throws(Diagnostic) in
      let word = try reader.word(for: name)
      return Located(try word.path(from: reader.folder), at: word.source)
    }
  }

  fileprivate static func seed(_ name: String) -> Parameter<UInt64> {
    Parameter(name) { (word) throws(Diagnostic) in
      guard let seed = UInt64(word.text) else {
        throw word.diagnostic(
          "expected a seed, found '\(word.text)'",
          hint: "write a whole number from 0 to \(UInt64.max)"
        )
      }
      return seed
    }
  }

  fileprivate static func epoch(_ name: String) -> Parameter<Date> {
    Parameter(name) { (word) throws(Diagnostic) in
      guard let date = Date(epochText: word.text) else {
        throw word.diagnostic(
          "invalid date '\(word.text)'",
          hint: "write it in ISO 8601, for example \(Date.epochExample)"
        )
      }
      return date
    }
  }
}
