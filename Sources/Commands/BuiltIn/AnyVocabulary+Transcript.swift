import Core
import Glibc

extension AnyVocabulary {
  static var transcript: AnyCommand {
    AnyCommand(
      Argument.flag("-a", "--append", summary: "append to an existing file"),
      Argument.flag("-s", "--stop", summary: "stop writing"),
      Argument.file("FILE").optional(),
      summary: "Copy all input and output to a file, or show which",
      discussion: """
        Without --append, an existing file is refused, so that none is overwritten by accident. A transcript is not a \
        script: 'record FILE' writes one. Without arguments, shows the file in use.
        """,
      examples: [
        "transcript bug.txt": "start a transcript",
        "transcript --append bug.txt": "continue it later",
        "transcript": "show the file",
        "transcript --stop": "stop writing it",
      ]
    ) { (shell: AnyInterpreter, appends: Bool, stops: Bool, file: Located<String>?) in
      if appends, stops || file == nil { throw CommandFailure("'--append' needs a file") }
      switch (stops, file) {
      case (true, .some): throw CommandFailure("'--stop' takes no file")
      case (true, nil):
        guard shell.console.transcript != nil else { throw CommandFailure("no transcript is being written") }
        shell.console.flushTranscript()
        shell.console.transcript = nil
      case (false, let file?): try shell.startTranscript(in: file, continues: appends)
      case (false, nil):
        shell.answer(TranscriptAnswer(path: shell.console.transcript?.path))
      }
    }
  }
}

extension AnyInterpreter {
  fileprivate func startTranscript(in file: Located<String>, continues: Bool) throws {
    let path = file.value
    do {
      // A session file with a transcript appended could no longer be loaded.
      if continues, AtomicFile.canReplace(path), let contents = try AtomicFile.read(path),
        SessionFormat.isSession(contents)
      {
        throw file.diagnostic("'\(path)' is a session file", hint: "write the transcript to another file")
      }
      try checkThatNotRunning(file)
      let transcript = try Transcript(path, continues: continues)
      console.flushTranscript()
      console.transcript = transcript
    } catch let error as SystemError where error.code == EEXIST {
      throw file.diagnostic(
        "'\(path)' already exists",
        hint: "use 'transcript --append \(path)' to append to it, or choose another name"
      )
    } catch let error as SystemError {
      throw file.diagnostic(error.description)
    }
  }
}
