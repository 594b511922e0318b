import Core
import TodoShellSystem

/// Standard output and standard error of a shell, kept in order with each other.
public final class Console {
  /// Standard output.
  public let output: Output
  /// Standard error.
  public let errors: Output
  /// When to use colour; `auto` is decided for each stream.
  public var color = ColorChoice.auto {
    didSet { decideColors() }
  }
  /// Whether to print only requested output and errors, as the interpreter that uses the console is set to.
  var isQuiet = false
  /// The colours of results.
  public private(set) var palette = Palette(isEnabled: false)
  /// The colours of errors.
  public private(set) var errorPalette = Palette(isEnabled: false)
  /// The prefix of errors without a location in a script.
  package var program: String?
  /// The transcript, if there is one.
  var transcript: Transcript? {
    didSet { output.copy = transcript.map { transcript in { transcript.put($0) } } }
  }
  /// Whether a transcript was stopped by a write error.
  private var hasLostTranscript = false
  /// The scripts that are named on the command line or are being shortened. They must not be overwritten.
  package internal(set) var inputs: Set<FileIdentity> = []
  /// Receives the progress of a long command besides the terminal.
  package var didProgress: (Progressed) -> Void = { _ in }

  /// The progress line, if standard error is a terminal.
  private let progressLine: ProgressLine?
  /// Receives events as JSON, one per line, for programs that read them.
  private var events: Output?
  /// Adds members to the events that programs read; those without a result are not written.
  package var addedToEvents: ((any Event) -> [(name: String, value: JSON)]?)?
  /// When the progress of a command was last shown, or when that command began.
  private var lastProgress: ContinuousClock.Instant?
  /// The progress of a long script, while it is shown.
  private(set) var progress: Progress?

  private let outputIsTerminal: Bool
  private let errorsAreTerminal: Bool
  private let environment: [String: String]

  /// - Parameters:
  ///   - output: Where results go.
  ///   - errors: Where errors go.
  ///   - outputIsTerminal: Whether results go to a terminal.
  ///   - errorsAreTerminal: Whether errors do.
  ///   - columns: The current width of that terminal.
  ///   - environment: The variables that decide about colour.
  public init(
    output: Output,
    errors: Output,
    outputIsTerminal: Bool = false,
    errorsAreTerminal: Bool = false,
    columns: @escaping () -> Int = { 80 },
    environment: [String: String] = [:]
  ) {
    self.output = output
    self.errors = errors
    self.outputIsTerminal = outputIsTerminal
    self.errorsAreTerminal = errorsAreTerminal
    self.environment = environment
    let canErase = errorsAreTerminal && !TerminalType.isDumb(environment["TERM"])
    progressLine = canErase ? ProgressLine(on: errors, columns: columns) : nil
    decideColors()
  }

  /// The same console with another standard output.
  ///
  /// - Parameter events: Receives events as JSON, errors and notices among them, if given.
  package func replacing(output: Output, events: Output? = nil) -> Console {
    let console = Console(
      output: output,
      errors: errors,
      errorsAreTerminal: errorsAreTerminal,
      columns: progressLine?.columns ?? { 80 },
      environment: environment
    )
    console.color = color
    console.isQuiet = isQuiet
    console.program = program
    console.events = events
    return console
  }

  /// Shows the progress of a long script if nothing else is on the terminal.
  package func startProgress(of name: String, commandCount: Int, isQuiet: Bool) {
    guard let progressLine, isQuiet || !outputIsTerminal else { return }
    progress = Progress(on: progressLine, name: name, total: commandCount)
  }

  /// Stops showing the progress of a script.
  package func endProgress() {
    progress = nil
    progressLine?.erase()
  }

  private func decideColors() {
    palette = Palette(isEnabled: color.isColored(isTerminal: outputIsTerminal, environment: environment))
    errorPalette = Palette(
      isEnabled: color.isColored(isTerminal: errorsAreTerminal, environment: environment)
    )
  }

  /// The process's own streams.
  public static func standard() -> Console {
    Console(
      output: Output(descriptor: STDOUT_FILENO),
      errors: Output(descriptor: STDERR_FILENO),
      outputIsTerminal: isatty(STDOUT_FILENO) == 1,
      errorsAreTerminal: isatty(STDERR_FILENO) == 1,
      columns: { TerminalType.size(of: STDERR_FILENO).columns },
      environment: ColorChoice.environment
    )
  }

  /// The lines that are printed while `body` runs, those for standard error last. They reach neither stream.
  package func recording(_ body: () -> Void) -> [String] {
    output.startRecording(isSilent: true)
    errors.startRecording(isSilent: true)
    body()
    let lines = output.endRecording()
    return lines + errors.endRecording()
  }

  /// Prints a line of text that is free of control characters, or styled by ``palette``.
  public func print(_ line: String = "") {
    if outputIsTerminal { progressLine?.erase() }
    output.put(line)
    output.put("\n")
  }

  /// Prints an event's text; errors and notices go to standard error.
  func show(_ event: any Event, on page: @autoclosure () -> Page) {
    if event.isForErrors {
      // Programs that read events receive the event itself.
      if !tellsPrograms || output.failure != nil { report(lines: event.lines(page())) }
    } else if isHeard {
      event.lines(page()).forEach(print)
    }
  }

  /// Prints a line above the output of a script.
  package func printTitle(_ title: String) {
    print(palette(.strong, "── \(title.controlCharactersEscaped) ──"))
  }

  /// Records that a script must not be overwritten.
  package func protect(_ script: String) {
    if let identity = FileIdentity(path: script) { inputs.insert(identity) }
  }

  /// Prints an error after everything that was printed before it.
  public func report(_ diagnostic: Diagnostic) { tell(Diagnosed(diagnostic)) }

  /// Prints an error without a location in a script.
  public func report(_ message: String) { tell(Diagnosed(error: message)) }

  /// Prints a warning to standard error.
  package func warn(_ message: String) { tell(Diagnosed(warning: message)) }

  /// Prints a note to standard error.
  package func note(_ message: String) { tell(Noticed(forErrors: message)) }

  /// Replaces the progress line at the bottom of the terminal.
  ///
  /// - Parameter report: What to show; `nil` to leave the line empty.
  package func showProgress(_ report: Progressed?) {
    lastProgress = nil
    if let report { didProgress(report) }
    guard let progressLine else { return }
    output.flush()
    if let report { progressLine.show(report.text) } else { progressLine.erase() }
  }

  /// Replaces the progress line from time to time during a long command.
  ///
  /// - Parameter report: Makes the report; called only when one is due.
  func updateProgress(_ report: () -> Progressed) {
    let now = ContinuousClock.now
    guard let last = lastProgress else { return lastProgress = now }
    guard now - last >= Progress.interval else { return }
    showProgress(report())
    lastProgress = now
  }

  /// Shows from time to time how many commands are left of those that are being shortened.
  func updateProgress(shortening all: Int, to count: Int) {
    updateProgress {
      Progressed(
        done: all - count,
        total: all,
        text: "shortening: \(count) of \(counted(all, "command")) left"
      )
    }
  }

  /// Prints a duration to standard error, apart from compared output.
  func remark(on duration: Duration) {
    output.flush()
    progressLine?.erase()
    errors.put(errorPalette(.dimmed, "took \(duration.roundedForPeople)") + "\n")
    errors.flush()
  }

  /// Prints and writes an event that belongs to no session.
  package func tell(_ event: any Event) {
    write(event)
    show(event, on: Page(palette: palette, columns: progressLine?.columns(), program: program))
  }

  /// Writes an event for programs that read events, if any.
  func write(_ event: any Event) {
    guard let events, let added = addedToEvents.map({ $0(event) }) ?? [] else { return }
    var line = event.line
    if !added.isEmpty, case .object(let members) = line {
      line = .object(members + added.filter { line[$0.name] == nil })
    }
    events.put(line.text)
    events.put("\n")
    if let failure = events.failure { output.fail(failure) }
  }

  /// Whether programs read the events.
  var tellsPrograms: Bool { events != nil }

  /// Whether printed text is used at all, if only for comparison.
  var isHeard: Bool { !output.isDiscarding || output.isRecording }

  /// Whether events that no command requested are printed.
  var takesProgress: Bool { !isQuiet && isHeard }

  /// A console without any output.
  package static func silent() -> Console { Console(output: .discarding(), errors: .discarding()) }

  /// Flushes the buffers.
  public func flush() {
    events?.flush()
    if let failure = events?.failure { output.fail(failure) }
    output.flush()
    errors.flush()
  }

  /// Flushes the buffers and determines whether all output was written.
  ///
  /// - Parameter status: The exit code on success.
  /// - Returns: The exit code of the program.
  package func finish(_ status: Int32) -> Int32 {
    flushTranscript()
    flush()
    switch output.failure {
    case nil: return status == ExitStatus.success && hasLostTranscript ? ExitStatus.inputOutput : status
    case .closed: return ExitStatus.brokenPipe
    // A signal that interrupted the write also ends the program.
    case .system(EINTR): return status
    case .system(let code):
      report(SystemError("write to standard output", code: code).description)
      return ExitStatus.inputOutput
    }
  }

  /// Flushes the output if it is a terminal.
  func flushIfWatched() {
    flushTranscript()
    if outputIsTerminal { flush() }
  }

  /// Writes the transcript, and stops it on a write error.
  func flushTranscript() {
    do { try transcript?.flush() } catch {
      transcript = nil
      hasLostTranscript = true
      report("the transcript was stopped: \(error.description)")
    }
  }

  /// The first line is the message and is highlighted; of the rest, only the lines of a difference are.
  private func report(lines: [String]) {
    output.flush()
    for line in lines { transcript?.put(line + "\n") }
    progressLine?.erase()
    for (number, line) in lines.enumerated() {
      errors.put(errorPalette.report(line, isFirst: number == 0))
      errors.put("\n")
    }
    errors.flush()
  }
}

extension Palette {
  /// A line of a reported error.
  package func report(_ line: String, isFirst: Bool) -> String {
    if PrintedDifference.isRemoved(line) { return self(.removed, line) }
    if PrintedDifference.isAdded(line) { return self(.added, line) }
    guard isFirst, let range = line.firstRange(of: "error:") else { return line }
    let place = self(.strong, String(line[..<range.lowerBound]))
    return place + self(.error, "error:") + self(.strong, String(line[range.upperBound...]))
  }
}
