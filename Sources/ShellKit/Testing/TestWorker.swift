import Core
import TodoShellSystem

/// Runs one script for the test runner, in a process of its own, so that a crash affects no other script.
///
/// The process runs the same command line. An environment variable names the script. To a descriptor, the process writes
/// the position of each command that it reaches, and finally the result as JSON.
struct TestWorker {
  private static let scriptVariable = "TODOSHELL_TEST_SCRIPT"
  private static let pageVariable = "TODOSHELL_TEST_PAGE"

  private let script: String
  private let writesPage: Bool

  /// The worker to run in this process; `nil` if no test runner started it.
  static func inThisProcess() -> TestWorker? {
    guard let script = getenv(scriptVariable).map({ String(path: $0) }) else { return nil }
    let writesPage = getenv(pageVariable) != nil
    // Programs that the script starts are not workers.
    unsetenv(scriptVariable)
    unsetenv(pageVariable)
    return TestWorker(script: script, writesPage: writesPage)
  }

  /// Starts a worker.
  ///
  /// - Parameter writesPage: Whether its result has the page that shows its history, even if it passes.
  static func start(_ script: String, writesPage: Bool) throws(SystemError) -> ProgramRerun {
    var environment = [scriptVariable: script]
    if writesPage { environment[pageVariable] = "1" }
    return try ProgramRerun(environment: environment)
  }

  /// - Returns: The exit code, which says only whether there is a result.
  func run(_ application: AnyApplication, _ configuration: ShellConfiguration) -> Int32 {
    ProgramRerun.begin()
    var configuration = configuration
    configuration.purpose = .scripts
    configuration.files = [script]
    let runner = BatchRunner(application: application, configuration: configuration, console: .silent())
    runner.runsTests = true
    runner.writesLastPage = writesPage
    runner.didReach = { _ = Self.write("\($0)\n") }
    guard var result = runner.results().first else { return ExitStatus.failure }
    result.inputs = runner.inputs
    guard let json = try? JSONEncoder().encode(result) else { return ExitStatus.failure }
    let failure = Self.write(String(decoding: json, as: UTF8.self) + "\n")
    return failure == nil ? ExitStatus.success : ExitStatus.inputOutput
  }

  private static func write(_ text: String) -> SystemError? {
    Array(text.utf8).withUnsafeBytes {
      Descriptor.write($0, to: ProgramRerun.resultDescriptor, subject: "the test runner")
    }
  }
}

/// What a worker has written so far.
struct TestWorkerReport {
  /// The name of the script.
  let script: String
  /// The last positions and the result.
  private var bytes: [UInt8] = []
  /// Other output of the process, such as what the feature's reducers print.
  private(set) var output: [UInt8] = []

  /// A reader of the report has no use for more.
  private static let mostOutput = 1 << 16

  /// Whether no more output is kept.
  var isFull: Bool { output.count >= Self.mostOutput }

  init(of script: String) { self.script = script }

  mutating func note(result chunk: ArraySlice<UInt8>) {
    bytes += chunk
    guard let end = chunk.dropLast().lastIndex(of: .newline) else { return }
    // Only the last position is of use.
    let before = bytes.dropLast(chunk.endIndex - end)
    bytes.removeFirst(before.lastIndex(of: .newline).map { $0 + 1 } ?? 0)
  }

  mutating func note(output chunk: ArraySlice<UInt8>) {
    output += chunk.prefix(max(0, Self.mostOutput - output.count))
  }

  /// The result, after the end of the process.
  func result(_ ending: ChildProgram.Ending) -> ScriptResult {
    let lines = bytes.split(separator: .newline)
    var result: ScriptResult
    if let last = lines.last, last.first == .openBrace, bytes.last == .newline,
      let decoded = try? JSONDecoder().decode(ScriptResult.self, from: Data(last))
    {
      result = decoded
      result.name = script
    } else {
      result = ScriptResult(name: script, status: ExitStatus.failure)
      let position = lines.last { $0.first != .openBrace }.flatMap {
        ScriptPosition(String(decoding: $0, as: UTF8.self))
      }
      noteCrash(ending, at: position, in: &result)
    }
    let text = String(decoding: output, as: UTF8.self)
    result.output = text.split(separator: "\n").map { String($0).controlCharactersEscaped }
    return result
  }

  private func noteCrash(
    _ ending: ChildProgram.Ending,
    at position: ScriptPosition?,
    in result: inout ScriptResult
  ) {
    let what = "the program \(ending)"
    guard let position else {
      result.problem = what
      return
    }
    let source = (try? ScriptSource.regularFile(script))?.line(position.line) ?? ""
    let indentation = source.prefix { $0 == " " || $0 == "\t" }.count
    result.tally.failedPosition = position
    result.tally.note(
      Diagnostic(
        what,
        location: SourceLocation(file: script, line: position.line, column: indentation + 1),
        length: source.count - indentation,
        sourceLine: source
      )
    )
  }
}
