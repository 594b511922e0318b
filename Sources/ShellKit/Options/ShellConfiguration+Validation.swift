import ArgumentParser
import Core
import TodoShellSystem

extension ShellConfiguration {
  /// Checks the options against each other and against the files.
  ///
  /// - Throws: `ValidationError` if two of them cannot be combined.
  func validate() throws {
    if purpose == .server(.live) { try validateInteractive() }
    if !commands.isEmpty, files.count > 1 {
      throw ValidationError("-c takes only one script, in whose session the commands run.")
    }
    if updatesExpectedOutput { try validateUpdate() }
    let printed = reports.count(where: \.isStandardOutput)
    if printed > 1 || printed == 1 && format == .json {
      throw ValidationError("standard output (-) can take only one report, and none with --format json.")
    }
    for command in commands where command.hasStrayBytes {
      throw ValidationError("'\(command.controlCharactersEscaped)' is not UTF-8.")
    }
    if start.session != nil, files.count > 1 {
      throw ValidationError("--session takes one script, because each script has its own session.")
    }
    if start.continuesLast,
      start.session != nil || start.seed != nil || start.epoch != nil || files.count > 1
    {
      throw ValidationError(
        "--continue resumes one session: it cannot be combined with --session, --seed, --epoch or several scripts."
      )
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input (-) can be read only once.")
    }
    try validateFiles()
  }

  private func validateInteractive() throws {
    guard commands.isEmpty, files.count <= 1, !files.contains("-"), !checksOnly, !updatesExpectedOutput,
      reports.isEmpty
    else {
      throw ValidationError(
        "-i reads commands from standard input, and takes only one script to run first, as FILE or FILE:LINE."
      )
    }
  }

  private func validateUpdate() throws {
    if checksOnly {
      throw ValidationError("-n and --update cannot be combined: -n runs nothing.")
    }
    if purpose == .scripts, files.isEmpty || files.contains("-") {
      throw ValidationError("--update needs script files, which it runs and rewrites.")
    }
    if let document = files.first(where: ScriptSource.isMarkdown) {
      throw ValidationError("--update rewrites scripts, but '\(document)' is a Markdown document.")
    }
  }

  /// Checks that no file is both read and written, or written twice, even under different names.
  private func validateFiles() throws {
    var inputs = Set([FileIdentity(descriptor: STDIN_FILENO)].compactMap { files.contains("-") ? $0 : nil })
    for script in files where script != "-" {
      guard let identity = FileIdentity(path: script), !inputs.insert(identity).inserted,
        updatesExpectedOutput
      else { continue }
      throw ValidationError("--update: '\(script)' is given twice, perhaps under another name.")
    }
    if let session = start.session, let identity = FileIdentity(path: session),
      !inputs.insert(identity).inserted
    {
      throw ValidationError(
        "--session \(session) is also a script to run, and would change while it runs."
      )
    }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      guard let identity = FileIdentity(descriptor: descriptor), inputs.contains(identity) else { continue }
      throw ValidationError("the output goes to a file that is also a script or the session.")
    }
    var taken = inputs
    for report in reports where !report.isStandardOutput {
      guard let identity = FileIdentity(path: report.path), !taken.insert(identity).inserted else { continue }
      throw ValidationError(
        "--report \(report.format.rawValue)=\(report.path) would overwrite a script, a session or a report."
      )
    }
  }
}
