import Core
import Foundation

extension Vocabulary {
  /// Sessions in files, from which they can be resumed.
  static var sessions: Self {
    Vocabulary("Sessions") {
      Command(
        "save",
        Argument.flag("--expect", summary: "add what each command changed, as expectations"),
        Argument.flag("--force", "-f", summary: "replace the other session that the file holds"),
        Argument.file("FILE"),
        summary: "Write the session to a file, as a script",
        discussion: """
          It holds the commands that changed something, with the seed and the epoch; 'load' makes the session from it, \
          with all branches, marks, watches and breakpoints. With --expect it is a test of what the feature does today.

          A file that holds another session is refused. One from which this session was loaded, or in which it was saved \
          or recorded before, is replaced.
          """,
        examples: [
          "save friday.todoscript": "to go on with another time",
          "save --expect sorting.todoscript": "a regression test from what was tried out",
        ]
      ) { shell, expects, replaces, file in
        shell.answer(try shell.debugger.save(to: file, expectations: expects, replaces: replaces))
      }
      Command(
        "load",
        Argument.file("FILE"),
        summary: "Put the session of a file in the place of this one",
        discussion: """
          Where the feature has changed since, it is loaded as far as it goes. A session that is recorded stays in its \
          file, and the loaded one is recorded in its own from then on.
          """,
        examples: ["load friday.todoscript": "the session that was saved there"]
      ) { shell, file in
        try shell.load(file)
      }
      Command(
        "record",
        Argument.flag("--stop", summary: "record no longer"),
        Argument.file("FILE").optional(),
        summary: "Record the session in a file as it goes on; alone, say where",
        discussion: """
          Each command is on the disk before it runs, so nothing is lost whatever ends the shell. What was done so far \
          is put into the file, too. A file that is there already is refused, unless this session was loaded from it or \
          saved in it: then it goes on there. --session FILE on the command line does the same from the start.
          """,
        examples: ["record friday.todoscript": "from now on", "record --stop": "no longer"]
      ) { shell, stops, file in
        if stops { return shell.answer(try shell.debugger.stopRecording()) }
        if let file { return shell.answer(try shell.debugger.record(in: file)) }
        shell.answer(shell.debugger.recording)
      }
      Command(
        "begin",
        Argument.option("--seed", Argument.seed("N"), summary: "decides the random numbers"),
        Argument.option("--epoch", Argument.epoch("DAY"), summary: "the date at the start, in ISO 8601"),
        summary: "Begin the session anew",
        discussion:
          """
          Without the options, seed and epoch are those of this session; watches and breakpoints are gone. Session files \
          begin with this command.
          """,
        examples: [
          "begin": "all over again", "begin --seed 7": "with other random numbers",
          "begin --epoch 2026-11-21": "at another date",
        ]
      ) { shell, seed, epoch in
        var origin = shell.recorder.origin
        if let seed { origin.seed = seed }
        if let epoch { origin.epoch = epoch }
        try shell.begin(origin)
      }
    }
  }
}

extension Argument {
  /// The path of a file. In a script it is relative to that; `~/` is the person's home.
  static func file(_ name: String) -> Parameter<Located<String>> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> Located<String> in
      let word = try reader.word(for: name)
      return Located(try word.path(from: reader.folder), at: word.source)
    }
    result.completions = FileCompletions.completions
    return result
  }

  fileprivate static func seed(_ name: String) -> Parameter<UInt64> {
    Parameter(name) { (reader) throws(Diagnostic) -> UInt64 in
      let word = try reader.word(for: name)
      guard let seed = UInt64(word.text) else {
        throw word.diagnostic(
          "expected a seed, found '\(word.text)'",
          hint: "a whole number from 0 to \(UInt64.max)"
        )
      }
      return seed
    }
  }

  fileprivate static func epoch(_ name: String) -> Parameter<Date> {
    Parameter(name) { (reader) throws(Diagnostic) -> Date in
      let word = try reader.word(for: name)
      guard let date = Date(epochText: word.text) else {
        throw word.diagnostic(
          "'\(word.text)' is no date in ISO 8601",
          hint: "for example \(Date.epochExample)"
        )
      }
      return date
    }
  }
}
