import Core
import Foundation

extension Shell {
  /// Does what prints much, a page at a time if a person is looking at a terminal.
  func paged(_ line: CommandLine, _ body: () throws -> Void) rethrows {
    guard let pager = pager(for: line) else { return try body() }
    console.output.divert { pager.put($0) }
    defer {
      console.output.endDiversion(pager.finish)
      if pager.isMissed, case .command(let command) = settings.pager {
        console.warn("the pager '\(command)' was not found; 'set pager off' does without")
      }
      // What was pressed to leave the pager is not meant for the next command.
      if pager.isInUse { _ = isInterrupted() }
    }
    try body()
  }

  private func pager(for line: CommandLine) -> Pager? {
    guard let editor, editor.terminal.isInteractive, !editor.terminal.isDumb, !console.output.isDiverted,
      let name = line.words.first, line.kind == .command, table.command(named: name.text)?.isPaged == true,
      let command = settings.pager.command(environment: ProcessInfo.processInfo.environment)
    else { return nil }
    return Pager(command, editor: editor)
  }
}
