import TodoShellSystem
import TodoShellTerminal

/// A program around the line editor for tests on a pseudo-terminal: it says what it has read.
///
///     EditorProbe [--history FILE] [--private] [--prompt TEXT] [--todos N] [--suggest] [--highlight]
///     EditorProbe --hammer FILE     saves numbered lines to a history, says so for each, and never ends
@main
struct EditorProbe {
  static func main() throws {
    let options = Options(CommandLine.arguments.dropFirst())
    if let path = options["--hammer"] { hammer(path) }
    let history = HistoryFile(path: options["--history"], isPrivate: options.has("--private"))
    if let warning = history.load() { print("warning: \(warning)") }
    let awaited = AwaitedSignal()
    let reader = try LineReader(program: "probe", history: history)
    for warning in reader.startWarnings { print("warning: \(warning)") }
    reader.options.complete = completions(todos: options["--todos"].flatMap { Int($0) } ?? 0)
    if let way = options["--in-callback"] { reader.options.complete = { _, _ in end(way) } }
    reader.options.suggests = options.has("--suggest")
    if options.has("--highlight") { reader.view.highlight = highlights }
    if let command = getenv("EDITOR") { reader.options.editorCommand = String(cString: command) }
    let view = reader.view
    func printAbove(_ text: String) {
      view.printAbove {
        print(text)
        fflush(nil)
      }
    }
    reader.options.onWarning = { printAbove("warning: \($0)") }
    var count = 0
    let wakes = try SignalWatch([SIGUSR1])
    reader.options.nextTick = { SignalWatch.isPending(SIGUSR1) ? .zero : nil }
    reader.options.onTick = {
      wakes.take(SIGUSR1)
      count += 1
      printAbove("woken \(count)")
    }
    let prompt = options["--prompt"] ?? "> "
    while true {
      let result = try reader.readLine(prompt: prompt)
      if case .line(let line) = result { reader.remember(line) }
      switch result {
      case .line("exit"): exit(7)
      case .line("wait"):
        print("waiting")
        awaited.wait()
      case .line(let line):
        print("read \(line.debugDescription)")
        reader.note(line, failed: line.contains("bad"))
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
