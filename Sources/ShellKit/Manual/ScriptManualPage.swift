/// The manual page of the script language, todoscript(5).
struct ScriptManualPage {
  /// The name of the page, which is the same for every shell.
  static let name = "todoscript"

  /// The source of the page, for `man -l`.
  let text: String

  /// - Parameter application: The program that runs the scripts.
  init(_ application: AnyApplication) {
    var roff = Roff()
    let version =
      application.version.isEmpty ? application.name : "\(application.name) \(application.version)"
    roff.macro("TH", Self.name.uppercased(), "5", "", version, "File Formats")
    roff.macro("SH", "NAME")
    roff.paragraph("\(Self.name) - the script language of \(application.name)")
    roff.macro("SH", "DESCRIPTION")
    roff.paragraph(
      """
      A script is a list of commands, as they are typed at \(application.name)'s prompt. \(application.name)(1) \
      lists the commands; this page describes how to write them.
      """
    )
    for section in ScriptGuide(application).sections { Self.write(section, to: &roff) }
    roff.macro("SH", "SEE ALSO")
    roff.line(Roff.bold(application.name) + "(1)")
    text = roff.text
  }

  private static func write(_ section: ScriptGuide.Section, to roff: inout Roff) {
    roff.macro("SH", section.title)
    var isFirst = true
    for part in section.parts {
      switch part {
      case .text(let text):
        for paragraph in text.split(separator: "\n") {
          if !isFirst { roff.macro("PP") }
          roff.paragraph(String(paragraph))
          isFirst = false
        }
      case .forms(let forms):
        for (form, meaning) in forms {
          roff.item(Roff.bold(form), meaning)
        }
      case .script(let script):
        roff.macro("PP")
        roff.macro("RS", "4")
        roff.example(script.split(separator: "\n").map(String.init))
        roff.macro("RE")
      }
      isFirst = false
    }
  }
}
