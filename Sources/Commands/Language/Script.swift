/// A script split into commands, with its syntax errors.
///
/// One command a line; `#` starts a comment where a word could start; `\` at the end of a line continues it.
/// A byte order mark, tabs and CR LF are accepted.
public struct Script: Sendable {
  /// The maximum length of a logical line in bytes, which bounds the cost of everything after the lexer. Only a runaway
  /// program writes longer lines.
  public static let longestLine = 64 * 1024
  /// The number of errors after which checking stops.
  public static let mostDiagnostics = 100

  /// The name in errors.
  public let file: String
  /// The commands in order; lines with an error are left out.
  public internal(set) var lines: [ScriptLine] = []
  /// All errors in the order of the lines; empty when the script is well formed.
  public internal(set) var diagnostics: [Diagnostic] = []

  /// Reads a script and collects all of its errors in `diagnostics`, for a caller who adds errors of its own.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - file: the name in errors.
  ///   - firstLine: the number of the first line.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(scanning bytes: some Sequence<UInt8>, file: String, firstLine: Int = 1) {
    self.file = file
    var scanner = ScriptScanner(file: file, line: firstLine)
    Array(bytes).withUnsafeBufferPointer { scanner.scan($0) }
    scanner.finish()
    for item in scanner.takeItems() {
      switch item {
      case .command(let line): lines.append(line)
      case .error(let diagnostic): diagnostics.append(diagnostic)
      }
    }
  }

  /// Reads a script that must be well formed.
  ///
  /// - Throws: all of its errors.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(bytes: some Sequence<UInt8>, file: String) throws(DiagnosticList) {
    self.init(scanning: bytes, file: file)
    if let list = DiagnosticList(diagnostics) { throw list }
  }

  /// The lines of a text.
  ///
  /// - Throws: Its first error.
  static func lines(
    of bytes: some Sequence<UInt8>,
    file: String,
    firstLine: Int = 1
  ) throws(Diagnostic) -> [ScriptLine] {
    let script = Script(scanning: bytes, file: file, firstLine: firstLine)
    if let diagnostic = script.diagnostics.first { throw diagnostic }
    return script.lines
  }
}
