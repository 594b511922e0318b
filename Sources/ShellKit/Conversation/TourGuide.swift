import Core

/// Guides through the tour, one command at a time; other commands can be tried in between.
final class TourGuide {
  private let interpreter: AnyInterpreter
  private let chapters: [TourChapter]
  private var chapter: Int
  private var steps: [TourChapter.Step] = []
  private var epilogue: [String] = []
  /// The number of commands of the chapter that have run.
  private var position = 0
  /// Whether another command was tried since the last one.
  private var isAstray = false
  private let margin = "  "
  /// Whether the prompt offers the next command, so that it need not be shown above.
  var isOffering = false

  /// - Parameters:
  ///   - interpreter: The interpreter that runs the commands.
  ///   - number: The chapter at which it begins, from 1.
  init(_ interpreter: AnyInterpreter, from number: Int) {
    self.interpreter = interpreter
    interpreter.frontEnd.confirmsExpectations = true
    chapters = interpreter.application.tour
    chapter = number - 1
  }

  /// Whether there are more commands.
  var isUnderWay: Bool { position < steps.count || chapter + 1 < chapters.count }

  /// The lines above the prompt that say which command comes next, unless others have come between.
  var announcedLines: [String] {
    isAstray || isOffered || position >= steps.count ? [] : steps[position].shown.map { margin + $0 }
  }

  /// The next command, if the prompt offers it: unless others have come between, and if it has one line.
  var offer: String? {
    guard isOffering, !isAstray, position < steps.count, steps[position].shown.count == 1 else { return nil }
    return steps[position].shown[0]
  }

  private var isOffered: Bool { offer != nil }

  /// Shows the introduction and the first command.
  func begin() {
    let count = chapters.count - chapter
    let console = interpreter.console
    if count > 1 { console.print(console.palette(.strong, "A tour in \(counted(count, "chapter"))")) }
    if interpreter.frontEnd.isConversation {
      console.print(
        console.palette(
          .dimmed,
          "Press Return to run the command shown, or type another one. 'q' exits."
        )
      )
    }
    open()
  }

  /// Whether a typed line asks for the next step; other lines leave the tour until the next step.
  func isTaken(_ text: String) -> Bool {
    guard isUnderWay else { return false }
    let isBlank = text.allSatisfy { $0 == " " || $0 == "\t" }
    if !isBlank { isAstray = true }
    return isBlank
  }

  /// Runs the command shown, and shows the next one.
  func goOn() throws(SystemError) {
    if isAstray, try !comeBack() { return }
    if position < steps.count {
      if !interpreter.frontEnd.isConversation { say(steps[position].comment) }
      show(steps[position], at: interpreter.session.prompt)
      try run(steps[position])
      position += 1
    }
    if position < steps.count {
      if interpreter.frontEnd.isConversation { announce(steps[position]) }
    } else {
      say(epilogue)
      if chapter + 1 < chapters.count {
        guard beginAnew() else { return }
        chapter += 1
        open()
      } else if interpreter.frontEnd.isConversation {
        say(["That was the tour. The shell is yours: 'help' lists the commands, ^D exits."])
      }
    }
  }

  private func open() {
    (steps, epilogue) = chapters[chapter].steps(interpreter.table)
    position = 0
    interpreter.console.print()
    interpreter.console.printTitle(chapters[chapter].name)
    if interpreter.frontEnd.isConversation, let first = steps.first { announce(first) }
  }

  /// Shows what comes next, which Return runs.
  private func announce(_ step: TourChapter.Step) {
    say(step.comment)
    if !isOffered { show(step, at: margin) }
  }

  private func show(_ step: TourChapter.Step, at prompt: String) {
    for (index, line) in step.shown.enumerated() {
      let line = line.controlCharactersEscaped
      interpreter.console.print(
        (index == 0 ? interpreter.console.palette(.prompt, prompt) : margin)
          + interpreter.console.palette(.strong, line)
      )
    }
  }

  private func say(_ comment: [String]) {
    guard !comment.isEmpty else { return }
    interpreter.console.print()
    // At a terminal, its lines are as long as the window permits.
    let lines =
      interpreter.columns.map { comment.joined(separator: " ").wrapped(to: $0, indent: 0) } ?? comment
    for line in lines { interpreter.debugger.notice(line, style: .note, isAskedFor: true) }
  }

  private func run(_ step: TourChapter.Step) throws(SystemError) {
    let text = step.lines.joined(separator: "\n")
    let script = ScriptSource(text.utf8, name: chapters[chapter].name, firstLine: step.number)
    _ = try interpreter.execute(script)
  }

  /// Silently replays the chapter up to here, because commands tried in between may have changed anything.
  ///
  /// - Returns: Whether the session could be replaced.
  private func comeBack() throws(SystemError) -> Bool {
    guard beginAnew() else { return false }
    isAstray = false
    interpreter.debugger.notice("back to the tour", isAskedFor: true)
    interpreter.console.output.startRecording(isSilent: true)
    defer { _ = interpreter.console.output.endRecording() }
    for step in steps[..<position] { try run(step) }
    return true
  }

  /// Begins with a new session.
  ///
  /// - Returns: Whether it began. It cannot while a session is recorded, which the commands of the tour must not change.
  func beginAnew() -> Bool {
    do {
      try interpreter.begin(interpreter.recorder.origin)
      return true
    } catch {
      interpreter.debugger.report("\(error)")
      return false
    }
  }
}
