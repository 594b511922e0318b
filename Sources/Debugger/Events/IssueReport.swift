import Core

/// What people and programs are told of a misuse that a feature was caught at.
package struct IssueReport: Equatable {
  let issue: SessionIssue
  /// Where the command stands that led to it, if one did.
  let place: SourceLocation?
  /// The command, the first line of it.
  let command: String
  /// What the command is a part of, innermost first.
  let notes: [String]
  /// Whether the command has just been typed.
  private let isTyped: Bool

  /// - Parameters:
  ///   - issue: The misuse.
  ///   - callStack: The command that led to it, and what that is a part of.
  init(_ issue: SessionIssue, in callStack: CallStack) {
    self.issue = issue
    let source = callStack.command?.source
    place = source?.location
    command = source.map { String($0.text.prefix { !$0.isNewline }) } ?? ""
    notes = callStack.notes
    isTyped = place?.file == SourceLocation.typedFile
  }

  /// Where it was noticed in the code.
  var site: String { "\(issue.fileID):\(issue.line)" }

  /// It all, as a person reads it.
  package var lines: [String] {
    var lines = issue.message.dumpLines
    lines[0] = "\(site): warning: \(lines[0])"
    var notes = notes
    if let place, !isTyped {
      notes.insert("at \(place): \(command.controlCharactersEscaped.truncated(to: 76))", at: 0)
    }
    return lines + notes.map { "note: \($0.controlCharactersEscaped)" }
  }
}
