import Core
import Glibc

/// A script, or a line of one: `FILE`, `FILE:LINE`, or `FILE:LINE:COLUMN` as errors have it.
struct ScriptPlace {
  let path: String
  let line: Int?

  init(_ text: String) {
    // A file's own name may end like this.
    let end = text.firstMatch(of: /:([0-9]{1,9})(:[0-9]+)?:?$/)
    guard FileKind(at: text) == .brokenLink, let end, end.range.lowerBound > text.startIndex else {
      (path, line) = (text, nil)
      return
    }
    (path, line) = (String(text[..<end.range.lowerBound]), Int(end.1))
  }
}

extension AnyInterpreter {
  /// Runs a script up to a line, without its output, so that a conversation begins there.
  ///
  /// - Returns: The exit code if the shell cannot be opened.
  func open(_ place: ScriptPlace) -> Int32? {
    do throws(SystemError) {
      var script = try ScriptSource.file(place.path, debugger.isInterrupted)
      if ScriptSource.isMarkdown(place.path) {
        script = script.fencedScript(at: place.line ?? script.fencedScripts.first?.lowerBound ?? 1)
      }
      let (part, command) = place.line.map { script.part(before: max(1, $0), table) } ?? (script, nil)
      console.output.startRecording(isSilent: true)
      var outcome: Outcome?
      var rest = 0
      do throws(SystemError) {
        outcome = try execute(part, report: { [console] in console.report($0) }, whenStopped: { rest = $0 })
      } catch {
        _ = console.output.endRecording()
        throw error
      }
      _ = console.output.endRecording()
      guard outcome != nil else { return ExitStatus.doesNotParse }
      explain(script.name, before: command, rest: rest)
      return nil
    } catch {
      console.report(error.description)
      return error.inputStatus
    }
  }

  /// Says which commands of the script have run.
  private func explain(_ name: String, before command: CommandLine?, rest: Int) {
    let ran =
      "\(counted(script.tally.commands, "command")) of \(name) \(script.tally.commands == 1 ? "has" : "have") run"
    var sequel = ""
    if rest > 0 {
      sequel =
        "; the next \(rest == 1 ? "command has" : "\(rest) commands have") not, because the last one failed"
    }
    if rest == 0, let command {
      let text = command.source.text.prefix { !$0.isNewline }
      sequel = "; next is line \(command.lines.lowerBound): \(text)"
    }
    debugger.notice((ran + sequel).controlCharactersEscaped, style: .note, isAskedFor: true)
  }
}
