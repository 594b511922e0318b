import Core

/// An error or a warning about a script, a command or the feature.
public struct Diagnosed: Event, JSONObject {
  public static let name = "diagnostic"
  public static let summary = "an error or a warning"
  package static let members = fields([
    "severity": .value("error or warning") { $0.severity.rawValue },
    "message": "what is wrong",
    "file": .value("the script's name") { $0.location?.file },
    "line": .value("the line, from 1") { $0.location?.line },
    "column": .value("the column, from 1") { $0.location?.column },
    "length": "the number of characters to underline",
    "site": "where in the code the issue was reported",
    "command": .value("the command whose output was not as expected") { $0.difference?.command },
    "difference": .value("the expected lines, after -, and the printed ones, after +") {
      $0.difference?.lines
    },
    "notes": .value("further facts") { $0.notes.nonEmpty },
    "help": "the suggested fix",
  ])

  /// Whether it is an error or a warning.
  public let severity: Diagnostic.Severity
  /// What is wrong.
  public let message: String
  /// The location in the script.
  public var location: SourceLocation?
  /// The number of characters to underline.
  public var length: Int?
  /// Where in the code the issue was reported.
  public var site: String?
  /// What was printed, next to what was expected.
  public var difference: PrintedDifference?
  /// Further facts.
  public var notes: [String] = []
  /// The suggested fix.
  public var help: String?
  /// The diagnostic, if the error concerns a script.
  package private(set) var diagnostic: Diagnostic?
  /// The first line of the command that caused an issue of the feature; empty if none did, `nil` for other problems.
  private var command: String?

  public var isAskedFor: Bool { true }
  public var isForErrors: Bool { true }

  /// The notes and the suggested fix, each with its label.
  package var remarks: [String] { notes.map { "note: \($0)" } + (help.map { ["help: \($0)"] } ?? []) }

  /// Whether the feature reported it.
  package var isIssue: Bool { command != nil }

  public func lines(_ page: Page) -> [String] {
    if let diagnostic {
      guard diagnostic.isFinding, page.isBrief else {
        // The line that was just typed is directly above.
        let isTyped = diagnostic.location.file == SourceLocation.typedFile
        return diagnostic.rendered(columns: page.columns, showsPlace: !isTyped).allLines.map(String.init)
      }
      let facts = diagnostic.notes.flatMap { note in
        note.dumpLines.enumerated().map { ($0 == 0 ? "    → " : "      ") + $1 }
      }
      let hint = diagnostic.hint.map { ("  " + $0).wrapped(to: page.columns, indent: 2) } ?? []
      return (facts + hint).map(page.dimmed)
    }
    let origin = severity == .error ? page.program : site
    let start = (origin.map { "\($0): " } ?? "") + "\(severity.rawValue): "
    guard let command else { return [start + message.controlCharactersEscaped] }
    var facts = notes
    if let location, location.file != SourceLocation.typedFile {
      facts.insert("at \(location): \(command.controlCharactersEscaped.elided(to: 76))", at: 0)
    }
    return (start + message).dumpLines + facts.map { "note: \($0.controlCharactersEscaped)" }
  }
}

extension Diagnosed {
  package init(_ diagnostic: Diagnostic) {
    self.init(
      severity: diagnostic.severity,
      message: diagnostic.message,
      location: diagnostic.location,
      length: diagnostic.length,
      difference: diagnostic.difference,
      notes: diagnostic.notes,
      help: diagnostic.hint,
      diagnostic: diagnostic
    )
  }

  /// An issue has two locations: that of the command and that in the code.
  init(_ issue: SessionIssue, in callStack: CallStack) {
    let source = callStack.command?.source
    let line = source.map { String($0.text.prefix { !$0.isNewline }) } ?? ""
    self.init(warning: issue.message, noticedAt: "\(issue.fileID):\(issue.line)", at: source)
    length = source.map { _ in max(1, line.count) }
    notes = callStack.notes
    command = line
  }

  /// An error without a location in a script.
  package init(error message: String) {
    self.init(severity: .error, message: message)
  }

  /// - Parameters:
  ///   - site: Where in the code, or in a file, the problem was found, as `FILE:LINE`.
  ///   - source: The command that caused it, for programs that read the events; it is not printed.
  package init(warning message: String, noticedAt site: String? = nil, at source: SourceText? = nil) {
    self.init(
      severity: .warning,
      message: message,
      location: source?.location,
      length: source.map { max(1, $0.text.count) },
      site: site
    )
  }
}

extension SourceLocation {
  /// The file name of lines that have just been typed. Errors omit it, since the line is directly above.
  package static var typedFile: String { "<typed>" }
  /// The file name of commands that the playing clock runs.
  package static var clockFile: String { "<clock>" }
}
