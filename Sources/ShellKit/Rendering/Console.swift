/// Standard output and standard error of a shell, kept in order with each other.
public final class Console {
  /// Where results go.
  public let output: Output
  /// Where errors go.
  public let errors: Output
  /// The colours of results.
  public var palette: Palette
  /// The colours of errors.
  public var errorPalette: Palette

  public init(
    output: Output,
    errors: Output,
    palette: Palette = Palette(isEnabled: false),
    errorPalette: Palette = Palette(isEnabled: false)
  ) {
    self.output = output
    self.errors = errors
    self.palette = palette
    self.errorPalette = errorPalette
  }

  /// Prints a line of text that is free of control characters, or styled by ``palette``.
  public func print(_ line: String = "") {
    output.put(line)
    output.put("\n")
  }

  /// Prints an error after everything that was printed before it.
  public func report(_ diagnostic: Diagnostic) {
    let lines = diagnostic.rendered().split(separator: "\n", omittingEmptySubsequences: false)
    report(lines: lines.map(String.init))
  }

  /// Prints an error that has no place in a script: `todoshell: error: …`.
  public func report(_ message: String) {
    report(lines: ["error: " + message.controlCharactersEscaped])
  }

  /// Writes everything that is buffered.
  public func flush() {
    output.flush()
    errors.flush()
  }

  /// The first line is the message and stands out; what explains it does not.
  private func report(lines: [String]) {
    output.flush()
    for (number, line) in lines.enumerated() {
      errors.put(number == 0 ? emphasized(line) : line)
      errors.put("\n")
    }
    errors.flush()
  }

  private func emphasized(_ line: String) -> String {
    guard let range = line.firstRange(of: "error:") else { return line }
    let place = errorPalette(.strong, String(line[..<range.lowerBound]))
    return place + errorPalette(.error, "error:") + errorPalette(.strong, String(line[range.upperBound...]))
  }
}
