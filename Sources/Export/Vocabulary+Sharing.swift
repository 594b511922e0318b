import Commands
import Core

extension Vocabulary {
  /// The command that writes files for other tools.
  package static var sharing: Self {
    Vocabulary("Sharing") {
      Command(
        "export",
        Argument.flag("--force", "-f", summary: "overwrite an existing file"),
        Argument.choice("format", among: ExportFormat.allCases.map { ($0.rawValue, $0, $0.summary) }),
        Argument.file("FILE"),
        summary: "Write the session to a file for a browser or another tool",
        discussion: ExportFormat.discussion,
        examples: [
          "export html friday.html": "a page that shows the whole history in a browser"
        ]
      ) { shell, replaces, format, file in
        let application = shell.application
        shell.answer(try shell.debugger.export(as: format, of: application, to: file, replaces: replaces))
      }
    }.nonMutating
  }
}
