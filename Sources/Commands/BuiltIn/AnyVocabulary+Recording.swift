import Core

extension AnyVocabulary {
  /// Writes the session to a file as it runs, or all input and output.
  static var record: AnyCommand {
    AnyCommand(
      Argument.file("FILE").optional(),
      help: """
        Record the session in a file as it runs, or show where

        Each command that changes the session is written to disk before it runs, so nothing is lost however the shell ends. The commands so \
        far are written to the file, too. An existing file is refused unless this session was loaded from it or \
        saved in it; then recording continues there. --session FILE on the command line does the same from the \
        start.

        What --text writes is not a script. Without --append, it refuses an existing file.

        record friday.todoscript :: start recording
        record --stop :: stop recording
        record --text bug.txt :: copy all input and output, too
        record --text --stop :: stop copying
        """
    ) { shell, file in
      shell.catchUp()
      if let file { return shell.answer(try shell.debugger.record(in: file)) }
      shell.answer(shell.debugger.recording)
    }
    .or(Argument.flag("--stop", "-s", summary: "stop recording"), text) { shell, _, isText in
      if isText { try shell.stopTranscript() } else { shell.answer(try shell.debugger.stopRecording()) }
    }
    .or(text, transcript, Argument.flag("--append", "-a", summary: "with --text, append to an existing file"))
    {
      shell,
      _,
      file,
      appends in
      guard let file else { return shell.answer(TranscriptAnswer(path: shell.console.transcript?.path)) }
      try shell.startTranscript(in: file, continues: appends)
    }
  }

  /// The file of a transcript, which '--append' needs.
  private static var transcript: Parameter<Located<String>?> {
    let file = Argument.file("FILE")
    return Parameter(file.optional().form) { (reader) throws(Diagnostic) in
      reader.isAtEnd && !reader.isGiven("--append") ? nil : try file.read(&reader)
    }
  }

  private static var text: Parameter<Bool> {
    Argument.flag("--text", summary: "copy all input and output instead")
  }
}
