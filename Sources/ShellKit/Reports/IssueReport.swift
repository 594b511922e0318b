import Core

/// What people and programs are told of a misuse that a feature was caught at.
struct IssueReport: Equatable {
  let issue: SessionIssue
  /// Where the command stands that led to it, if one did.
  let place: SourceLocation?
  /// The command, the first line of it.
  let command: String
  /// What the command is a part of, innermost first.
  let enclosures: [String]
  /// Whether the command has just been typed.
  private let isTyped: Bool

  /// - Parameters:
  ///   - issue: The misuse.
  ///   - command: The command that led to it.
  ///   - enclosures: What the command is a part of, outermost first.
  ///   - typedFile: The file that stands for what a person types: that stands right above.
  init(_ issue: SessionIssue, by command: SourceText?, in enclosures: [Enclosure], typedFile: String?) {
    self.issue = issue
    place = command?.location
    self.command = command.map { String($0.text.prefix { !$0.isNewline }) } ?? ""
    self.enclosures = enclosures.reversed().compactMap { $0.note(typedFile: typedFile) }
    isTyped = place.map { $0.file == typedFile } ?? false
  }

  /// Where it was noticed in the code.
  var site: String { "\(issue.fileID):\(issue.line)" }

  /// It all, as a person reads it.
  var lines: [String] {
    var lines = issue.message.dumpLines
    lines[0] = "\(site): warning: \(lines[0])"
    var notes = enclosures
    if let place, !isTyped {
      notes.insert("at \(place): \(command.controlCharactersEscaped.truncated(to: 76))", at: 0)
    }
    return lines + notes.map { "note: \($0.controlCharactersEscaped)" }
  }
}
