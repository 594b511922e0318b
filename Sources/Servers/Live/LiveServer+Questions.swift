import TodoShellCommands
import Core

/// Draws what people see of a live session. `Export` draws, but servers do not depend on it.
///
/// - `html`: The lines of an event, with the terminal's styles, and its curve, if any, as HTML.
/// - `svg`: A drawing of an event, if it has one.
/// - `view`: The session at the current moment, as HTML and as a drawing of the effects.
package typealias LiveDrawing = (
  html: (_ event: any Event, _ lines: [String]) -> String,
  svg: (any Event, AnyInterpreter) -> String?,
  view: (AnyInterpreter, _ since: Int, _ overview: [String]) -> (html: String, svg: String?)
)

extension LiveServer {
  /// Answers a question, perhaps between two moments of a running command.
  func answer(_ question: LiveRequest.Question, id: JSON?) {
    let text = question.text
    let script = interpreter.typedScript(text, name: question.file ?? "-")
    func codePoints(before offset: Int) -> Int { PositionEncoding.utf32.count(text.utf8.prefix(offset)) }
    switch question.kind {
    case .complete(let end):
      let (word, completions) = interpreter.completions(in: script, at: end)
      let start = codePoints(before: end - word.utf8.count)
      events.emit(Completions(id: id, start: start, word: word, completions))
    case .inspect(let place):
      let found = interpreter.inspect(script, at: place)
      let offsets = found.map { script.offsets(of: $0.source) }
      let range = offsets.map { codePoints(before: $0.lowerBound)..<codePoints(before: $0.upperBound) }
      events.emit(Inspected(id: id, range: range, text: found?.text))
    case .check:
      events.emit(interpreter.check(text, name: question.file ?? "-", id: id))
    }
  }

  /// Shows the session, with the changes since a moment.
  func view(since: Int, id: JSON?) {
    let session = interpreter.session
    guard session.moments.indices.contains(since) else {
      return refuse(id, "there is no moment #\(since); the last one is #\(session.moments.count - 1)")
    }
    let page = interpreter.page
    let plain = (interpreter.overview(page) ?? []) + interpreter.debugger.changeLines(since: since, page)
    let drawn = drawing.view(interpreter, since, interpreter.overview(interpreter.coloredPage) ?? [])
    let text = plain.joined(separator: "\n")
    events.emit(
      Viewed(id: id, of: interpreter.debugger, since: since, drawing: (text, drawn.html, drawn.svg))
    )
  }

  /// The further forms of an event of a request; `nil` if it is not reported.
  func rendered(
    _ event: any Event,
    _ rendering: LiveRequest.Rendering
  ) -> [(name: String, value: JSON)]? {
    if !rendering.reportsSteps, event is CommandBegan || event is MomentRecorded || event is Travelled {
      return nil
    }
    guard EventFormat.isRendered(event) else { return [] }
    var members: [(name: String, value: JSON)] = []
    if rendering.forms.contains(.text) {
      members.append(("text", event.lines(interpreter.page).joined(separator: "\n").json))
    }
    if rendering.forms.contains(.html) {
      members.append(("html", drawing.html(event, event.lines(interpreter.coloredPage)).json))
    }
    if rendering.forms.contains(.svg), let svg = drawing.svg(event, interpreter) {
      members.append(("svg", svg.json))
    }
    return members
  }
}
