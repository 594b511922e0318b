/// A command that changed a session, with the parts of its outcome that its text does not determine.
package struct SessionEntry: Equatable {
  /// The command as it was typed, with its name and choices in full.
  package var text: String
  var outcome = Outcome()
  /// The current moment after the command.
  var moment = 0

  /// The parts of a command's outcome that do not follow from its text.
  package struct Outcome: Equatable {
    /// The moments at which a breakpoint or ^C stopped an input.
    var stops: [Int] = []
    /// Whether the last stop was by ^C, which cancelled the rest of the command.
    var isInterrupted = false
    /// Whether it failed after changing something.
    package var hasFailed = false

    package init(hasFailed: Bool = false) { self.hasFailed = hasFailed }
  }

  /// Its lines in a session file.
  var lines: String { text + "\n" + (outcome.line ?? "") }
}

extension SessionEntry.Outcome {
  private static let mark = "#: "

  /// The comment after the command in a session file: `#: stopped 57, failed`.
  package var line: String? {
    var parts: [String] = []
    if !stops.isEmpty { parts.append("stopped \(stops.map(String.init).joined(separator: " "))") }
    if isInterrupted { parts.append("interrupted") }
    if hasFailed { parts.append("failed") }
    // The outcome of nearly every command follows from its text.
    return parts.isEmpty ? nil : Self.mark + parts.joined(separator: ", ") + "\n"
  }

  /// Parses such a comment.
  ///
  /// - Returns: `nil` if the line is not such a comment.
  package init?(line: Substring) {
    self.init()
    guard line.hasPrefix(Self.mark) else { return nil }
    for part in line.dropFirst(Self.mark.count).split(separator: ",") {
      let words = part.split(separator: " ")
      switch words.first {
      case "failed": hasFailed = true
      case "interrupted": isInterrupted = true
      case "stopped": stops = words.dropFirst().compactMap { Int($0) }
      default: return nil
      }
    }
  }
}
