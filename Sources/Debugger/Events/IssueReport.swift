import Core

/// The report of an issue for people and programs.
package struct IssueReport: Equatable {
  let issue: SessionIssue
  /// The location of the command that caused it, if any.
  let place: SourceLocation?
  /// The first line of the command.
  let command: String
  /// The calls that the command is part of, innermost first.
  let notes: [String]
  /// Whether the command was just typed.
  private let isTyped: Bool

  /// - Parameters:
  ///   - issue: The issue.
  ///   - callStack: The command that caused it, with its callers.
  init(_ issue: SessionIssue, in callStack: CallStack) {
    self.issue = issue
    let source = callStack.command?.source
    place = source?.location
    command = source.map { String($0.text.prefix { !$0.isNewline }) } ?? ""
    notes = callStack.notes
    isTyped = place?.file == SourceLocation.typedFile
  }

  /// Where in the code it was reported.
  var site: String { "\(issue.fileID):\(issue.line)" }

  /// The printed text.
  package var lines: [String] {
    var lines = issue.message.dumpLines
    lines[0] = "\(site): warning: \(lines[0])"
    var notes = notes
    if let place, !isTyped {
      notes.insert("at \(place): \(command.controlCharactersEscaped.elided(to: 76))", at: 0)
    }
    return lines + notes.map { "note: \($0.controlCharactersEscaped)" }
  }
}
