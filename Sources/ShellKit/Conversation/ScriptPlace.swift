import Core
import TodoShellSystem

/// A script, or a command of one: `FILE`, `FILE:LINE`, `FILE:LINE@3` for the third time that a line of a block runs, or
/// `FILE:LINE:COLUMN` as errors have it.
struct ScriptPlace {
  let path: String
  let position: ScriptPosition?

  init(_ text: String) {
    // A file's own name may end like this.
    let end = text.firstMatch(of: /:([0-9]{1,9}(?:@[1-9][0-9]{0,8})?)(:[0-9]+)?:?$/)
    guard FileKind(at: text) == .brokenLink, let end, end.range.lowerBound > text.startIndex else {
      path = text
      position = nil
      return
    }
    path = String(text[..<end.range.lowerBound])
    position = ScriptPosition(end.1)
  }
}

extension AnyInterpreter {
  /// Reports the prompts that are shown at the current moment.
  func tellPrompts() { debugger.tellPrompts(at: session.moment, since: nil) }

  /// Runs a script up to a command, without its output, so that a conversation begins there.
  ///
  /// - Returns: The exit code if the shell cannot be opened.
  func open(_ place: ScriptPlace) -> Int32? {
    do throws(SystemError) {
      var source = try ScriptSource.file(place.path, debugger.isInterrupted)
      if ScriptSource.isMarkdown(place.path) {
        source = source.fencedScript(at: place.position?.line ?? source.fencedScripts.first?.lowerBound ?? 1)
      }
      let (part, command, end) =
        place.position.map { position in
          source.part(before: ScriptPosition(line: max(1, position.line), time: position.time), table)
        } ?? (source, nil, nil)
      script.end = end
      defer { (script.end, script.isAbandoned, script.roundsAtEnd) = (nil, false, []) }
      console.output.startRecording(isSilent: true)
      var outcome: Outcome?
      var rest = 0
      do {
        outcome = try execute(part, report: { [console] in console.report($0) }, whenStopped: { rest = $0 })
      } catch {
        _ = console.output.endRecording()
        throw error
      }
      _ = console.output.endRecording()
      guard outcome != nil else { return ExitStatus.doesNotParse }
      if let command, script.isAbandoned || rest == 0 && end == nil {
        script.rest = ScriptRest(of: source, from: command.lines.lowerBound, in: script.roundsAtEnd, table)
      }
      explain(source.name, at: place.position, rest: rest)
      return nil
    } catch {
      console.report(error.description)
      return error.inputStatus
    }
  }

  /// Says which commands of the script have run.
  private func explain(_ name: String, at place: ScriptPosition?, rest: Int) {
    // A block that has not ended counts as a command that has begun.
    let count = script.tally.commands - script.roundsAtEnd.count
    let ran = "\(counted(count, "command")) of \(name) \(count == 1 ? "has" : "have") run"
    var sequel = ""
    if rest > 0, !script.isAbandoned {
      sequel =
        "; the next \(rest == 1 ? "command has" : "\(rest) commands have") not, because the last one failed"
    } else if let end = script.end, !script.isAbandoned {
      sequel = "; line \(end.line) did not run" + (end.time == 1 ? "" : " \(end.time ?? 0) times")
    } else if let next = script.rest?.announcement {
      sequel = "; \(next)"
    } else if let place {
      sequel = "; there is no command on or after line \(place.line)"
    }
    debugger.notice((ran + sequel).controlCharactersEscaped, style: .note, isAskedFor: true)
  }
}
