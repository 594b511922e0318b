import TodoShellCommands
import Core

/// The session as an asciinema recording: its commands and what they print, timed by the virtual clock.
///
/// The commands are replayed in a separate shell. Before each one there is a pause to read, because many commands take
/// no virtual time.
struct CastFile {
  let application: AnyApplication
  let script: String
  let isInterrupted: () -> Bool

  private static let columns = 100
  private static let rows = 30
  /// The pause before each command.
  private static let pause = Duration.milliseconds(600)

  /// The text of the file: version 2 of the format.
  ///
  /// - Throws: A `CommandFailure` if the session cannot be replayed, or if interrupted.
  func text() throws -> String {
    let recording = Recording()
    let console = Console(output: recording.output, errors: recording.output)
    console.color = .always
    var loader = SessionLoader(application: application, isInterrupted: isInterrupted)
    loader.console = console
    loader.willPerform = { shell, line in
      recording.begin(in: shell)
      console.print(shell.said(line))
    }
    do throws(SessionFileError) {
      let file = try SessionFile(Array(script.utf8), path: "session", program: application.name)
      if let failure = try loader.load(file).failure { throw failure }
    } catch {
      throw CommandFailure("the session cannot be replayed: \(error)")
    }
    let header: JSON = [
      "version": 2, "width": Self.columns.json, "height": Self.rows.json,
      "title": "\(application.name) session", "idle_time_limit": 5,
      "env": ["TERM": "xterm-256color"],
    ]
    return ([header] + recording.frames.map(\.json)).map { $0.text + "\n" }.joined()
  }

  /// Collects what is printed, with its times.
  private final class Recording {
    private(set) var frames: [Frame] = []
    private var shell: AnyInterpreter?
    /// The time in the recording when the command began.
    private var start = Duration.zero
    /// The virtual time when the command began.
    private var virtualStart = Duration.zero
    /// The time of the last frame.
    private var last = Duration.zero

    /// Begins a command.
    func begin(in shell: AnyInterpreter) {
      self.shell = shell
      if !frames.isEmpty { last += CastFile.pause }
      start = last
      virtualStart = shell.session.now
    }

    /// The output of the commands, which is not buffered.
    lazy var output = Output(capacity: 1) { [unowned self] bytes in
      add(String(decoding: bytes, as: UTF8.self))
      return nil
    }

    private func add(_ text: String) {
      // A command that travels back takes no time.
      let elapsed = max(.zero, (shell?.session.now ?? .zero) - virtualStart)
      last = max(last, start + elapsed)
      if frames.last?.time != last { frames.append(Frame(time: last)) }
      frames[frames.count - 1].text += text.replacing("\n", with: "\r\n")
    }
  }

  /// What is printed at a time.
  private struct Frame {
    let time: Duration
    var text = ""

    var json: JSON { .array([.number("\(time / .seconds(1))"), "o", text.json]) }
  }
}
