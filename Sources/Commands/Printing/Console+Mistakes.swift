extension Console {
  /// Reports what is wrong with scripts, of which therefore nothing was run.
  ///
  /// - Parameter script: The name of the only one, if whoever reads it would not know.
  package func report(_ mistakes: [Diagnostic], of script: String? = nil) {
    mistakes.forEach(report)
    note("\(counted(mistakes.count, "error")); nothing\(script.map { " of \($0)" } ?? "") was run")
  }

  /// Prints why a session could not be taken from the file that the command line names.
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
