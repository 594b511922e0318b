import Core

extension Vocabulary {
  static var transcript: Command<State, Action> {
    Command(
      "transcript",
      Argument.flag("--stop", summary: "write nothing more"),
      Argument.word("FILE").optional(),
      summary: "Write what is said and printed from now on to the end of a file",
      discussion: "Alone, it says which file that is. It is no script: 'record FILE' makes one.",
      examples: [
        "transcript bug.txt": "keep what is to be seen", "transcript": "where is it written?",
        "transcript --stop": "that is enough",
      ]
    ) { (shell: Shell<State, Action>, stops: Bool, file: Located<String>?) in
      switch (stops, file) {
      case (true, .some): throw CommandFailure("'--stop' takes no file")
      case (true, nil): try shell.stopTranscript()
      case (false, let file?): try shell.startTranscript(in: file)
      case (false, nil):
        shell.print(shell.console.transcript.map { "written to '\($0.path)'" } ?? "there is no transcript")
      }
    }
  }
}

extension Shell {
  fileprivate func startTranscript(in file: Located<String>) throws {
    let path = file.value
    do {
      // A session could not be loaded any more with a transcript at its end.
      if AtomicFile.canReplace(path), let contents = try AtomicFile.read(path),
        SessionFile.isSession(contents)
      {
        throw file.diagnostic("'\(path)' is a session", remedy: "give the transcript a file of its own")
      }
      console.transcript = try Transcript(path)
    } catch let error as SystemError {
      throw file.diagnostic(error.description)
    }
  }

  fileprivate func stopTranscript() throws {
    guard console.transcript != nil else { throw CommandFailure("there is no transcript") }
    console.flushTranscript()
    console.transcript = nil
  }
}
