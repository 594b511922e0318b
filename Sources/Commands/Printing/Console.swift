import Core
import Foundation

/// Standard output and standard error of a shell, kept in order with each other.
public final class Console {
  /// Where results go.
  public let output: Output
  /// Where errors go.
  public let errors: Output
  /// When to write in colour; what `auto` comes to is decided for each stream.
  public var color = ColorChoice.auto {
    didSet { decideColors() }
  }
  /// The colours of results.
  public private(set) var palette = Palette(isEnabled: false)
  /// The colours of errors.
  public private(set) var errorPalette = Palette(isEnabled: false)
  /// What errors that have no place in a script begin with.
  package var program: String?
  /// Where a copy of everything goes that is said and printed, if there is such a file.
  var transcript: Transcript? {
    didSet { output.copy = transcript.map { transcript in { transcript.put($0) } } }
  }
  /// Whether a transcript ended since it could not be written.
  private var hasLostTranscript = false
  /// The scripts that the command line names, which must not be written to.
  package var inputs: Set<FileIdentity> = []

  /// How far something has come, if errors go to a terminal.
  private let progressLine: ProgressLine?
  /// Told of errors and remarks in the place of standard error, where a program reads along.
  private var events: EventWriter?
  /// How far a long script is, while it is shown.
  private(set) var progress: Progress?

  private let outputIsTerminal: Bool
  private let errorsAreTerminal: Bool
  private let environment: [String: String]

  /// - Parameters:
  ///   - output: Where results go.
  ///   - errors: Where errors go.
  ///   - outputIsTerminal: Whether results go to a terminal.
  ///   - errorsAreTerminal: Whether errors do.
  ///   - environment: The variables that decide about colour.
  public init(
    output: Output,
    errors: Output,
    outputIsTerminal: Bool = false,
    errorsAreTerminal: Bool = false,
    environment: [String: String] = [:]
  ) {
    self.output = output
    self.errors = errors
    self.outputIsTerminal = outputIsTerminal
    self.errorsAreTerminal = errorsAreTerminal
    self.environment = environment
    let canErase = errorsAreTerminal && !TerminalType.isDumb(environment["TERM"])
    progressLine = canErase ? ProgressLine(on: errors) : nil
    decideColors()
  }

  /// The same console with another place for results.
  ///
  /// - Parameter events: Takes the errors, too, if there is one.
  package func replacing(output: Output, events: EventWriter?) -> Console {
    let console = Console(
      output: output,
      errors: errors,
      errorsAreTerminal: errorsAreTerminal,
      environment: environment
    )
    console.color = color
    console.program = program
    console.events = events
    return console
  }

  /// Shows how far a script is, if it takes long and nothing else is on the terminal.
  package func startProgress(of name: String, commandCount: Int, isQuiet: Bool) {
    guard let progressLine, isQuiet || !outputIsTerminal else { return }
    progress = Progress(on: progressLine, name: name, total: commandCount)
  }

  /// Shows no longer how far a script is.
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
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// Prints a line of text that is free of control characters, or styled by ``palette``.
  public func print(_ line: String = "") {
    output.put(line)
    output.put("\n")
  }

  /// Prints an event's text; errors and remarks go to standard error.
  func show(_ event: any Event, on page: @autoclosure () -> Page) {
    if event.isForErrors {
      // Programs that read along have the event itself.
      if !tellsPrograms || output.failure != nil { report(lines: event.lines(page())) }
    } else if isHeard {
      event.lines(page()).forEach(print)
    }
  }

  /// Prints an error after everything that was printed before it.
  public func report(_ diagnostic: Diagnostic) { tell(Diagnosed(diagnostic)) }

  /// Prints an error that has no place in a script.
  public func report(_ message: String) { tell(Diagnosed(error: message)) }

  /// Prints a warning on errors.
  package func warn(_ message: String) { tell(Diagnosed(warning: message)) }

  /// Prints a remark on errors.
  package func note(_ message: String) { tell(Noticed(text: message, isForErrors: true)) }

  /// Shows on the last line of a terminal how far something has come, in the place of what was shown before.
  ///
  /// - Parameter text: What to show; `nil` to leave the line empty.
  func showProgress(_ text: String?) {
    guard let progressLine else { return }
    output.flush()
    if let text { progressLine.show(text) } else { progressLine.erase() }
  }

  /// Prints how long something took, beside all that is compared.
  func remark(on duration: Duration) {
    output.flush()
    progressLine?.erase()
    errors.put(errorPalette(.dimmed, "took \(duration.roundedForPeople)") + "\n")
    errors.flush()
  }

  /// Prints and writes an event that belongs to no session.
  package func tell(_ event: any Event) {
    write(event)
    show(event, on: Page(palette: palette, program: program))
  }

  /// Writes an event for programs that read along, if there are any.
  func write(_ event: any Event) {
    guard let events else { return }
    events.emit(event)
    if let failure = events.failure { output.fail(failure) }
  }

  /// Whether programs read the events.
  var tellsPrograms: Bool { events != nil }

  /// Whether anything that is printed goes anywhere, be it only to be compared.
  var isHeard: Bool { !output.isDiscarding || output.isRecording }

  /// A console of which nothing is seen.
  static func silent() -> Console { Console(output: .discarding(), errors: .discarding()) }

  /// Writes everything that is buffered.
  public func flush() {
    events?.flush()
    if let failure = events?.failure { output.fail(failure) }
    output.flush()
    errors.flush()
  }

  /// Writes everything that is buffered, and finds out whether all that was ever printed arrived.
  ///
  /// - Parameter status: The exit code if it did.
  /// - Returns: The exit code of the program.
  package func finish(_ status: Int32) -> Int32 {
    flushTranscript()
    flush()
    switch output.failure {
    case nil: return status == ExitStatus.success && hasLostTranscript ? ExitStatus.inputOutput : status
    case .closed: return ExitStatus.brokenPipe
    // A signal ended the wait for the reader, and ends the program.
    case .system(EINTR): return status
    case .system(let code):
      report(SystemError("write to standard output", code: code).description)
      return ExitStatus.inputOutput
    }
  }

  /// Writes what is buffered if someone is looking.
  func flushIfWatched() {
    flushTranscript()
    if outputIsTerminal { flush() }
  }

  /// Writes the transcript; one that cannot be written ends.
  func flushTranscript() {
    do throws(SystemError) { try transcript?.flush() } catch {
      transcript = nil
      hasLostTranscript = true
      report("the transcript was stopped: \(error.description)")
    }
  }

  /// The first line is the message and stands out; what explains it does not.
  private func report(lines: [String]) {
    output.flush()
    for line in lines { transcript?.put(line + "\n") }
    progressLine?.erase()
    for (number, line) in lines.enumerated() {
      errors.put(number == 0 ? emphasized(line) : line)
      errors.put("\n")
    }
    errors.flush()
  }

  private func emphasized(_ line: String) -> String {
    guard let range = line.firstRange(of: "error:") else { return line }
    let place = errorPalette(.strong, String(line[..<range.lowerBound]))
    return place + errorPalette(.error, "error:") + errorPalette(.strong, String(line[range.upperBound...]))
  }
}
