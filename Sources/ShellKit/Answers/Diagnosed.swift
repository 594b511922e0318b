import Core

/// Something is wrong with a script, a command or the feature.
package struct Diagnosed: Event {
  package static let name = "diagnostic"
  package static let summary = "something is wrong"
  package static let members: [JSONMember<Self>] = [
    JSONMember("severity", "error or warning") { $0.severity.rawValue },
    JSONMember("message", "what is wrong") { $0.message },
    JSONMember(optional: "file", "the script's name") { $0.location?.file },
    JSONMember(optional: "line", "the line, from 1") { $0.location?.line },
    JSONMember(optional: "column", "the column, from 1") { $0.location?.column },
    JSONMember(optional: "length", "how many characters are meant") { $0.length },
    JSONMember(optional: "site", "where in the code a misuse of the feature was noticed") { $0.site },
    JSONMember(optional: "notes", "further facts") { $0.notes.isEmpty ? nil : $0.notes },
    JSONMember(optional: "help", "what to try") { $0.help },
  ]

  package var severity = Diagnostic.Severity.error
  package let message: String
  package var location: SourceLocation?
  package var length: Int?
  package var site: String?
  package var notes: [String] = []
  package var help: String?

  package func lines(_: Page) -> [String] { [] }
}

extension Diagnosed {
  init(_ diagnostic: Diagnostic) {
    self.init(
      severity: diagnostic.severity,
      message: diagnostic.message,
      location: diagnostic.location,
      length: diagnostic.length,
      notes: diagnostic.notes,
      help: diagnostic.remedy
    )
  }

  /// A misuse of the feature has two places: that of the command and that in the code.
  init(_ report: IssueReport) {
    self.init(
      severity: .warning,
      message: report.issue.message,
      location: report.place,
      length: report.place.map { _ in max(1, report.command.count) },
      site: report.site,
      notes: report.enclosures
    )
  }
}
