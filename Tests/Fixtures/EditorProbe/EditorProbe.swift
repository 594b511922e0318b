import Glibc
import Terminal

/// A program around the line editor for tests on a pseudo-terminal: it says what it has read.
///
///     EditorProbe [--history FILE] [--private] [--prompt TEXT] [--editrc] [--todos N] [--suggest] [--highlight]
///     EditorProbe --hammer FILE     saves numbered lines to a history, says so for each, and never ends
@main
struct EditorProbe {
  static func main() throws {
    let options = Options(CommandLine.arguments.dropFirst())
    if let path = options["--hammer"] { hammer(path) }
    let history = options["--history"].map { HistoryFile(path: $0, isPrivate: options.has("--private")) }
    if let warning = history?.load() { print("warning: \(warning)") }
    let wakes = WakeSignal()
    let editor = try LineEditor(program: "probe", history: history, readsEditrc: options.has("--editrc"))
    for warning in editor.startWarnings { print("warning: \(warning)") }
    editor.complete = completions(todos: options["--todos"].flatMap { Int($0) } ?? 0)
    if let way = options["--in-callback"] { editor.complete = { _, _ in end(way) } }
    editor.suggests = options.has("--suggest")
    if options.has("--highlight") { editor.highlight = highlights }
    if let command = getenv("EDITOR") { editor.editorCommand = String(cString: command) }
    editor.onWarning = { [weak editor] in editor?.printAbove("warning: \($0)") }
    var count = 0
    editor.onWake = { [weak editor] in
      count += 1
      editor?.printAbove("woken \(count)")
    }
    wakes.start(waking: editor.waker)
    let prompt = options["--prompt"] ?? "> "
    while true {
      switch try editor.readLine(prompt: prompt) {
      case .line("exit"): exit(7)
      case .line("wait"):
        print("waiting")
        wakes.wait()
      case .line("drop"):
        editor.dropPaste()
        print("read \"drop\"")
      case .line(let line):
        print("read \(line.debugDescription)")
        editor.note(line, failed: line.contains("bad"))
      case .interrupted: print("interrupted")
      case .endOfInput:
        print("end")
        return
      }
    }
  }

  /// Each "bad" is an error, each digit a number.
  private static func highlights(of line: String) -> [Highlight] {
    let bytes = Array(line.utf8)
    return bytes.indices.compactMap { index in
      if bytes[index...].starts(with: "bad".utf8) { return Highlight(index..<index + 3, .error) }
      return (0x30...0x39).contains(bytes[index]) ? Highlight(index..<index + 1, .note) : nil
    }
  }

  private static func end(_ way: String) -> Never {
    switch way {
    case "leave": exit(7)
    case "abort": abort()
    default: fatalError("asked to crash")
    }
  }

  private static func hammer(_ path: String) -> Never {
    let history = HistoryFile(path: path)
    var number = 0
    while true {
      history.append("\(getpid()) line \(number)")
      if let warning = history.save() {
        print("warning: \(warning)")
      } else {
        print("saved \(number)")
      }
      fflush(nil)
      number += 1
    }
  }

  private static func completions(todos: Int) -> (String, String.Index) -> [Completion] {
    let words = [
      Completion("add", summary: "Add a todo"),
      Completion("advance", summary: "Move the clock"),
      Completion("undo", summary: "Take the last turn back"),
      Completion("Äpfel"), Completion("日本語", summary: "Japanese"), Completion("日本酒", summary: "Sake"),
      Completion("👍🏽ok", summary: "Thumb"),
      Completion("notes/", isFinal: false),
    ]
    let all = words + (0..<todos).map { Completion("todo\($0)", summary: "Number \($0)") }
    return { line, cursor in
      let word = line[..<cursor].split(separator: " ", omittingEmptySubsequences: false).last ?? ""
      return all.filter { $0.text.hasPrefix(word) }
    }
  }
}

/// Options with or without a value; a value does not begin with `--`.
struct Options {
  private var values: [String: String] = [:]

  init(_ arguments: some Sequence<String>) {
    var name: String?
    for argument in arguments {
      if argument.hasPrefix("--") {
        name = argument
        values[argument] = ""
      } else if let option = name {
        values[option] = argument
        name = nil
      }
    }
  }

  subscript(name: String) -> String? { values[name] }

  func has(_ name: String) -> Bool { values[name] != nil }
}
