import Core

extension Console {
  /// Reports errors in scripts, none of which was run.
  ///
  /// - Parameter script: The name of the script, if the context does not make it clear.
  package func report(_ mistakes: [Diagnostic], of script: String? = nil) {
    mistakes.forEach(report)
    note("\(counted(mistakes.count, "error")); nothing\(script.map { " of \($0)" } ?? "") was run")
  }

  /// Reports why the session file of the command line could not be loaded.
  package func report(_ error: SessionFileError) {
    switch error {
    case .file(let message, let hint, _):
      report(message)
      if let hint { note("help: \(hint)") }
    case .content(let diagnostic, _): report(diagnostic)
    case .interrupted: report("interrupted")
    }
  }
}

extension Diagnostic {
  /// The diagnostic for an error without a place.
  package init(_ error: any Error) { self.init(error, at: SourceText("")) }
}
