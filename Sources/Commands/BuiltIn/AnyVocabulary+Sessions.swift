import Core

extension AnyVocabulary {
  /// Saving, recording and loading sessions.
  static func sessions(_ types: FeatureTypes) -> Self {
    AnyVocabulary("Sessions") {
      "save"
      AnyCommand(
        Argument.flag("--expect", summary: "add the changes of each command as expectations"),
        Argument.flag("--force", "-f", summary: "overwrite another session in the file"),
        Argument.file("FILE"),
        help: """
          Save the session to a file, as a script

          The file holds the seed, the epoch, and the commands that changed something. 'load' rebuilds the session \
          from it, with all branches, marks, watches and breakpoints. With --expect, it is a regression test of what \
          the feature does today.

          Without --force, 'save' does not overwrite a file that holds another session. It does overwrite the file \
          that this session was loaded from, saved to or recorded in.

          save friday.todoscript :: to continue later
          save --expect sorting.todoscript :: a regression test of this session
          """
      ) { shell, expects, replaces, file in
        shell.catchUp()
        shell.answer(try shell.debugger.save(to: file, expectations: expects, replaces: replaces))
      }
      "load"
      AnyCommand(
        Argument.file("FILE"),
        help: """
          Replace this session with one from a file

          If the feature has changed since the file was written, 'load' runs the file as far as it can. If the \
          current session is being recorded, it is kept in its file, and the loaded session is recorded in the \
          file that it came from. An HTML or Redux file that was exported from a session can be loaded, too, \
          unless a session is being recorded.

          load friday.todoscript :: load the session in that file
          """
      ) { shell, file in
        try shell.load(file)
      }
      "record"
      record
      "begin"
      AnyCommand(
        Argument.option("--seed", Argument.seed("N"), summary: "seed of the random numbers"),
        Argument.option(
          "--epoch",
          Argument.epoch("DATE"),
          summary: "date at the start, in ISO 8601, with or without a time"
        ),
        Argument.syntax("STATE", of: types.state) { (source) throws(Diagnostic) in
          _ = try ActionSyntax.action(of: types.state, parsing: source)
          return source.text
        }.optional(),
        help: """
          Start a new session in place of this one

          By default, the seed and the epoch stay the same, and the session begins in the feature's own state. STATE is \
          another one in Swift syntax. Watches and breakpoints are cleared. Session files begin with this command.

          begin :: start over
          begin --seed 7 :: start over with other random numbers
          begin --epoch 2026-11-21 :: start over at another date
          """
      ) { shell, seed, epoch, state in
        var origin = shell.recorder.origin
        origin.state = state
        if let seed { origin.seed = seed }
        if let epoch { origin.epoch = epoch }
        try shell.begin(origin)
      }
      .inSessions(.begins)
      // What a recording of a store consists of.
      "replay"
      AnyCommand(
        Argument.flag("--effect", summary: "an effect sent the action"),
        Argument.option(
          "--uuid",
          Argument.drawn("UUID,…", UUID.init(uuidString:)),
          summary: "the UUIDs that its reducer drew"
        ),
        Argument.option(
          "--date",
          Argument.drawn("SECONDS,…") { Double($0).flatMap(Date.init(secondsSince2001:)) },
          summary: "the dates that it drew, in seconds since 2001"
        ),
        Argument.option(
          "--random",
          Argument.drawn("N,…") { UInt64($0) },
          summary: "the random numbers that it drew"
        ),
        Argument.option(
          "--element",
          Argument.integer("N", noun: "number", in: 0...Int.max),
          summary: "the number of the next element of a stack"
        ),
        Argument.option(
          "--lost",
          Argument.word("TEXT"),
          summary: "in place of ACTION: the text of one that was not recorded"
        ),
        Argument.syntax("ACTION", of: types.action) { (source) throws(Diagnostic) in
          try ActionSyntax.action(of: types.action, parsing: source)
        }.optional(),
        help: """
          Reduce an action as a store recorded it, without effects

          An application's store writes these commands with 'Store.recording(to:)'. Effects do not start, because the \
          recording contains the actions that they sent. The reducer draws the recorded values, and then those of the \
          session. An action without a text form is a warning: the states after it may differ from those of the application.

          replay --effect --lost ".failed(Full())" :: an action of an effect that has no text form
          """
      ) { shell, isOfEffect, uuids, dates, numbers, element, lost, action in
        if let lost, action == nil { return try shell.debugger.warnOfLostAction(lost.value) }
        if lost != nil {
          throw CommandFailure("--lost cannot be combined with an action", hint: "leave out one of them")
        }
        guard let action else {
          throw CommandFailure("'replay' needs an action", hint: "'replay .ACTION' reduces one")
        }
        let values = DrawnValues(
          uuids: uuids ?? [],
          dates: dates ?? [],
          randomNumbers: numbers ?? [],
          nextElement: element?.value
        )
        try shell.debugger.replay(action, drawing: values, isOfEffect: isOfEffect)
      }
      .drivingSession().hidden()
    }
  }
}

extension Argument {
  /// The path of a file. In a script it is relative to the script; `~/` is the home directory.
  ///
  /// - Parameters:
  ///   - name: The name in the usage.
  ///   - syntax: What words after it redirect the output.
  ///   - mayBeOutput: Whether it can be `-`, the program's output.
  package static func file(
    _ name: String,
    _ syntax: ArgumentSyntax = .text,
    mayBeOutput: Bool = false
  ) -> Parameter<Located<String>> {
    let form = AnyParameter(usage: name, syntax: syntax, completions: \.fileCompletions)
    return Parameter(form) { (reader) throws(Diagnostic) in
      let word = try reader.word(for: name)
      let isOutput = mayBeOutput && word.raw == "-"
      return Located(isOutput ? word.raw : try word.path(from: reader.folder), at: word.source)
    }
  }

  /// Values in a recording, separated by commas.
  fileprivate static func drawn<Value>(_ name: String, _ read: @escaping (String) -> Value?) -> Parameter<
    [Value]
  > {
    Parameter(name) { (word) throws(Diagnostic) in
      var values: [Value] = []
      for text in word.text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let value = read(String(text)) else {
          throw word.diagnostic("expected \(name), found '\(text)'", hint: "separate several with commas")
        }
        values.append(value)
      }
      return values
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
