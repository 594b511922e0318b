/// A command that changed a session, and what its words do not tell of how it went.
package struct SessionEntry: Equatable {
  /// The command as it was typed.
  package var text: String
  var outcome = Outcome()
  /// The moment that was the current one after it.
  var moment = 0

  /// How a command went, where that did not follow from its words.
  package struct Outcome: Equatable {
    /// The moments at which a breakpoint or ^C put an end to an input.
    var stops: [Int] = []
    /// Whether ^C did so at the last of them, and what the command would have done then did not happen.
    var isInterrupted = false
    /// Whether it failed, after it had changed something.
    package var hasFailed = false

    package init(hasFailed: Bool = false) { self.hasFailed = hasFailed }
  }

  /// The lines of a session file that say so.
  var lines: String { text + "\n" + (outcome.line ?? "") }
}

extension SessionEntry.Outcome {
  private static let mark = "#: "

  /// The comment that stands behind the command in a session file: `#: stopped 57, failed`.
  package var line: String? {
    // Nearly every command goes as its words say.
    if stops.isEmpty, !isInterrupted, !hasFailed { return nil }
    var parts: [String] = []
    if !stops.isEmpty { parts.append("stopped \(stops.map(String.init).joined(separator: " "))") }
    if isInterrupted { parts.append("interrupted") }
    if hasFailed { parts.append("failed") }
    return parts.isEmpty ? nil : Self.mark + parts.joined(separator: ", ") + "\n"
  }

  /// Reads such a comment.
  ///
  /// - Returns: `nil` if the line is none.
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
