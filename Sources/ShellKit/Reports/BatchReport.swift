import Core
import TodoShellSystem

/// A test report of a batch: `junit=FILE`, `tap=FILE`, `html=FILE`.
public struct BatchReport: Equatable, Sendable {
  /// The formats of reports.
  public enum Format: String, CaseIterable, Sendable {
    /// JUnit XML, with a test case for each script.
    case junit
    /// The Test Anything Protocol, version 13, with a test point for each script.
    case tap
    /// A page that shows the history of the first script that failed, or of the last script if all passed.
    case html
  }

  /// The format.
  public var format: Format
  /// Its path; `-` for standard output, where it replaces the output of the scripts.
  public var path: String

  /// Whether it goes to standard output.
  public var isStandardOutput: Bool { path == "-" }

  /// Parses `FORMAT=FILE`.
  ///
  /// - Returns: `nil` if the text does not parse.
  public init?(_ text: String) {
    let name = text.prefix { $0 != "=" }
    guard let format = Format(rawValue: String(name)), text.count > name.count + 1 else { return nil }
    self.format = format
    path = String(text.dropFirst(name.count + 1))
  }

  /// The text of the report; `nil` if it would show a history and nothing was run.
  func text(of results: [ScriptResult], program: String) -> String? {
    switch format {
    case .junit: JUnitReport(program: program, results: results).text
    case .tap: TAPReport(results: results).text
    case .html: results.lazy.compactMap(\.page).first
    }
  }

  /// Writes the report atomically.
  ///
  /// - Returns: Whether there was something to report.
  /// - Throws: `SystemError`; an existing file is then unchanged.
  func write(_ results: [ScriptResult], program: String, to output: Output) throws(SystemError) -> Bool {
    guard let text = text(of: results, program: program) else { return false }
    if isStandardOutput {
      output.put(text)
    } else if AtomicFile.canReplace(path) {
      try AtomicFile.checkProtection(of: path)
      // Reports are readable by others, unless an existing file is not.
      try AtomicFile.replace(path, with: text.utf8, newMode: 0o666)
    } else {
      try Self.write(text, into: path)
    }
    return true
  }

  /// Writes to a pipe or a device, which must not be replaced by a file.
  private static func write(_ text: String, into path: String) throws(SystemError) {
    let isInterrupted = { SignalWatch.ending != nil }
    let file = try Descriptor.open(forWriting: path, isInterrupted: isInterrupted)
    defer { close(file) }
    let failure = Array(text.utf8).withUnsafeBytes {
      Descriptor.write($0, to: file, subject: path, isInterrupted: isInterrupted)
    }
    if let failure { throw failure }
  }

  /// What it would overwrite: a session file, or one of the scripts.
  ///
  /// - Throws: `SystemError`.
  func obstacle(_ inputs: Set<FileIdentity>) throws(SystemError) -> String? {
    do {
      if !isStandardOutput, AtomicFile.canReplace(path), try SessionFormat.isSession(at: path) {
        return "a session file"
      }
    } catch {
      // A file that cannot be read is not a session, since sessions are read when they are opened.
      guard error.code == EACCES else { throw error }
    }
    return FileIdentity(path: path).map(inputs.contains) == true ? "one of the scripts" : nil
  }
}

extension [BatchReport] {
  /// Writes the reports, and says which cannot be written.
  ///
  /// - Parameters:
  ///   - status: The exit code of the run.
  ///   - inputs: The scripts, which must not be overwritten.
  ///   - console: The console for reports on standard output, and for errors.
  /// - Returns: The exit code.
  func write(
    _ results: [ScriptResult],
    _ status: Int32,
    program: String,
    inputs: Set<FileIdentity>,
    to console: Console
  ) -> Int32 {
    var status = status
    for report in self {
      do {
        if let obstacle = try report.obstacle(inputs) {
          console.report("cannot write a report to '\(report.path)': it is \(obstacle)")
          status = ExitStatus.inputOutput
        } else if try !report.write(results, program: program, to: console.output) {
          console.note("nothing was run, so there is no history to write to '\(report.path)'")
        }
      } catch  where error.code == EINTR {
        // The signal that interrupted the write ends the program.
      } catch {
        console.report(error.description)
        status = ExitStatus.inputOutput
      }
    }
    return status
  }
}
