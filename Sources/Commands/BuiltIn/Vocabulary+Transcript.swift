import Core
import Glibc

extension Vocabulary {
  static var transcript: Command<State, Action> {
    Command(
      "transcript",
      Argument.flag("-a", "--append", summary: "go on at the end of a file that is there"),
      Argument.flag("-s", "--stop", summary: "write nothing more"),
      Argument.file("FILE").optional(),
      summary: "Write what is said and printed from now on to a file",
      discussion: """
        Alone, it says which file that is. A file that is there already is refused, so that none is spoilt by a slip. A \
        transcript is no script: 'record FILE' makes one.
        """,
      examples: [
        "transcript bug.txt": "keep what is to be seen",
        "transcript --append bug.txt": "and what comes after a break",
        "transcript": "where is it written?",
        "transcript --stop": "that is enough",
      ]
    ) { (shell: Interpreter<State, Action>, appends: Bool, stops: Bool, file: Located<String>?) in
      if appends, stops || file == nil { throw CommandFailure("'--append' needs a file to go on with") }
      switch (stops, file) {
      case (true, .some): throw CommandFailure("'--stop' takes no file")
      case (true, nil): try shell.stopTranscript()
      case (false, let file?): try shell.startTranscript(in: file, continues: appends)
      case (false, nil):
        shell.answer(TranscriptAnswer(path: shell.console.transcript?.path))
      }
    }
  }
}

extension Interpreter {
  fileprivate func startTranscript(in file: Located<String>, continues: Bool) throws {
    let path = file.value
    do {
      // A session could not be loaded any more with a transcript at its end.
      if continues, AtomicFile.canReplace(path), let contents = try AtomicFile.read(path),
        SessionFormat.isSession(contents)
      {
        throw file.diagnostic("'\(path)' is a session", hint: "give the transcript a file of its own")
      }
      if let identity = FileIdentity(path: path), console.inputs.contains(identity) {
        throw file.diagnostic(
          "'\(path)' is a script that is running",
          hint: "give the transcript a file of its own"
        )
      }
      let transcript = try Transcript(path, continues: continues)
      console.flushTranscript()
      console.transcript = transcript
    } catch let error as SystemError where error.code == EEXIST {
      throw file.diagnostic(
        "'\(path)' is there already",
        hint: "'transcript --append \(path)' goes on at its end; or give another name"
      )
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
