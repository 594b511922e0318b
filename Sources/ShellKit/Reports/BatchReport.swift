import Core
import Glibc

/// A file that tells another program what became of the scripts of a batch: `junit=FILE`, `tap=FILE`.
public struct BatchReport: Equatable, Sendable {
  /// The forms that there are.
  public enum Format: String, CaseIterable, Sendable {
    /// XML as JUnit writes it: a test case for each script.
    case junit
    /// The Test Anything Protocol, version 13: a test point for each script.
    case tap
  }

  /// The form.
  public var format: Format
  /// Where it is written; `-` for standard output, where it takes the place of what the scripts print.
  public var path: String

  /// Whether it goes to standard output.
  public var isStandardOutput: Bool { path == "-" }

  /// Reads `FORMAT=FILE`.
  ///
  /// - Returns: `nil` if the text is something else.
  public init?(_ text: String) {
    let name = text.prefix { $0 != "=" }
    guard let format = Format(rawValue: String(name)), text.count > name.count + 1 else { return nil }
    self.format = format
    path = String(text.dropFirst(name.count + 1))
  }

  func text(of results: [ScriptResult], program: String) -> String {
    switch format {
    case .junit: JUnitReport(program: program, results: results).text
    case .tap: TAPReport(results: results).text
    }
  }

  /// Writes it, all at once.
  ///
  /// - Throws: `SystemError`; a file that was there is then as it was.
  func write(_ results: [ScriptResult], program: String, to output: Output) throws(SystemError) {
    let text = text(of: results, program: program)
    if isStandardOutput { return output.put(text) }
    if !AtomicFile.canReplace(path) { return try Self.write(text, into: path) }
    // What others are to read is not the user's alone, unless it was before.
    try AtomicFile.replace(path, with: Array(text.utf8), newMode: 0o666)
  }

  /// Writes into a pipe or a device, which must not become a file.
  private static func write(_ text: String, into path: String) throws(SystemError) {
    let isInterrupted = { SignalWatch.ending != nil }
    let file = try Descriptor.open(forWriting: path, isInterrupted: isInterrupted)
    defer { close(file) }
    var text = text
    let failure = text.withUTF8 {
      Descriptor.write(
        UnsafeRawBufferPointer($0),
        to: file,
        subject: path,
        isInterrupted: isInterrupted
      )
    }
    if let failure { throw failure }
  }

  /// Whether there is a session at its path, which must not be lost.
  ///
  /// - Throws: `SystemError`.
  func wouldReplaceSession() throws(SystemError) -> Bool {
    guard !isStandardOutput, AtomicFile.canReplace(path) else { return false }
    do throws(SystemError) { return SessionFormat.isSession(try AtomicFile.read(path) ?? []) } catch {
      // A file that can be written but not read is not a session: a session is read when it is opened.
      guard error.code == EACCES else { throw error }
      return false
    }
  }
}
