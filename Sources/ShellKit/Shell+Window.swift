import Core

extension Shell {
  /// How many cells a row of the terminal has, where a person looks at what is printed; `nil` where it must not depend
  /// on that: a script prints the same in any window.
  public var columns: Int? {
    guard let editor, editor.terminal.isInteractive, !console.output.isRecording else { return nil }
    return editor.terminal.size.columns
  }
}
