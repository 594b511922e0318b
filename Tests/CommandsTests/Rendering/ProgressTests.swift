import Testing

@testable import TodoShellCommands

/// The progress line at the bottom of a terminal.
struct ProgressTests {
  private let terminal = OutputCollector()

  private func console(columns: Int) -> Console {
    Console(
      output: terminal.output,
      errors: terminal.output,
      outputIsTerminal: true,
      errorsAreTerminal: true,
      columns: { columns },
      environment: ["TERM": "xterm"]
    )
  }

  @Test func outputReplacesIt() {
    let console = console(columns: 80)
    console.showProgress(Progressed(done: 1, total: 2, text: "half"))
    console.print("all")
    console.flush()
    #expect(terminal.text == "\r\u{1B}[Khalf\r\u{1B}[Kall\n")
  }

  @Test func itIsCutToTheWindow() {
    console(columns: 8).showProgress(Progressed(done: 1, total: 2, text: "one of two"))
    #expect(terminal.text.hasPrefix("\r\u{1B}[Kone of…"), "\(terminal.text)")
  }
}
