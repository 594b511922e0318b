import ArgumentParser
import Core
import Glibc

extension ShellOptions {
  /// Checks the options against each other.
  ///
  /// - Throws: `ValidationError` if two of them cannot be combined.
  public func validate() throws {
    try validateContinue()
    if isTour { return try validateTour() }
    if isNotebook { return try validateNotebook() }
    if isTest { try validateTest() }
    if !isTest, jobs != nil || filter != nil {
      throw ValidationError("--jobs and --filter are for 'test', which runs scripts in parallel.")
    }
    if let server { try validate(server) }
    if interactive { try validateInteractive() }
    if !commands.isEmpty, !scripts.isEmpty {
      throw ValidationError(
        "-c and script files cannot be combined; to run a script, use -c 'source FILE'."
      )
    }
    if update, check {
      throw ValidationError("-n and --update cannot be combined: -n runs nothing.")
    }
    if update, !isTest, scripts.isEmpty || scripts.contains("-") {
      throw ValidationError("--update needs script files, which it runs and rewrites.")
    }
    let reports = try reports.map {
      guard let report = BatchReport($0) else {
        throw ValidationError("--report '\($0)' is not junit=FILE, tap=FILE or html=FILE.")
      }
      return report
    }
    for report in reports {
      for format in BatchReport.Format.allCases where report.path.contains(",\(format.rawValue)=") {
        throw ValidationError("--report takes one report; repeat it for several.")
      }
    }
    let printed = reports.count(where: \.isStandardOutput)
    if printed > 1 || printed == 1 && format == .json {
      throw ValidationError("standard output (-) can take only one report, and none with --format json.")
    }
    try validateFiles(reports)
    for text in commands + variables where text.hasStrayBytes {
      throw ValidationError("'\(text.controlCharactersEscaped)' is not UTF-8.")
    }
    for variable in variables where !Variable.isName(variable.prefix { $0 != "=" }) || !variable.contains("=")
    {
      throw ValidationError("-v '\(variable)' is not NAME=VALUE; a name has letters, digits and '_'.")
    }
    if let epoch, Date(epochText: epoch) == nil {
      throw ValidationError("--epoch '\(epoch)' is not an ISO 8601 date, for example \(Date.epochExample).")
    }
    if session != nil, scripts.count > 1 {
      throw ValidationError("--session takes one script, because each script has its own session.")
    }
    if scripts.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input (-) can be read only once.")
    }
  }

  /// Checks that no file is both read and written, or written twice, even under different names.
  private func validateFiles(_ reports: [BatchReport]) throws {
    var inputs = Set([FileIdentity(descriptor: STDIN_FILENO)].compactMap { scripts.contains("-") ? $0 : nil })
    for script in scripts where script != "-" {
      guard let identity = FileIdentity(path: script), !inputs.insert(identity).inserted, update else {
        continue
      }
      throw ValidationError("--update: '\(script)' is given twice, perhaps under another name.")
    }
    if let session, let identity = FileIdentity(path: session), !inputs.insert(identity).inserted {
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

  private func validateContinue() throws {
    guard continuesLast else { return }
    guard session == nil, seed == nil, epoch == nil, !isTour, !isTest, server == nil, scripts.count < 2 else {
      throw ValidationError(
        "--continue resumes one session: it cannot be combined with --session, --seed, --epoch, 'tour', 'test', a "
          + "server or several scripts."
      )
    }
  }

  private func validateTour() throws {
    guard tourChapter != nil else {
      throw ValidationError(
        "'tour' takes the number of a chapter, from 1. To run a script named 'tour', write './tour'."
      )
    }
    guard commands.isEmpty, session == nil, !check, !update else {
      throw ValidationError(
        "'tour' cannot be combined with -c, --check, --update or --session."
      )
    }
  }

  private func validateNotebook() throws {
    guard files.count > 1, commands.isEmpty, !interactive, !check, !update, session == nil, reports.isEmpty,
      format == .text
    else {
      throw ValidationError(
        """
        'new-notebook' takes the name of the notebook, and then the scripts that it contains, but no options. To run a \
        script named 'new-notebook', write './new-notebook'.
        """
      )
    }
  }

  private func validateTest() throws {
    if update, let document = files.first(where: ScriptSource.isMarkdown) {
      throw ValidationError("--update rewrites scripts, but '\(document)' is a Markdown document.")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
    guard !files.contains("-") else {
      throw ValidationError("'test' takes files and folders; to run standard input, write 'run -'.")
    }
    guard commands.isEmpty, !interactive, !check, !echo, session == nil, format == .text else {
      throw ValidationError(
        """
        'test' cannot be combined with -c, -i, --check, --echo, --session or --format. To run a script named 'test', \
        write './test'.
        """
      )
    }
  }

  private func validate(_ server: ServerProtocol) throws {
    let name = server.rawValue
    guard files.count == 1 else {
      throw ValidationError("'\(name)' takes no files. To run a script named '\(name)', write './\(name)'.")
    }
    guard commands.isEmpty, !interactive, !check, !update, reports.isEmpty, format == .text else {
      throw ValidationError(
        "'\(name)' cannot be combined with -c, -i, --check, --update, --report or --format."
      )
    }
  }

  private func validateInteractive() throws {
    guard commands.isEmpty, scripts.count <= 1, !scripts.contains("-"), !check, !update, reports.isEmpty
    else {
      throw ValidationError(
        "-i reads commands from standard input, and takes only one script to run first, as FILE or FILE:LINE."
      )
    }
  }
}
