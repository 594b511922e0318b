extension Console {
  /// Reports what is wrong with scripts, of which therefore nothing was run.
  ///
  /// - Parameter script: The name of the only one, if whoever reads it would not know.
  func report(_ mistakes: [Diagnostic], of script: String? = nil) {
    mistakes.forEach(report)
    note("\(counted(mistakes.count, "error")); nothing\(script.map { " of \($0)" } ?? "") was run")
  }
}
