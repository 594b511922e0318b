import TestSupport

/// Starts the probe around the line editor and waits for its first prompt.
///
/// - Parameter prompt: what the first prompt looks like, to be waited for.
func startEditor(
  _ options: [String] = [],
  environment: [String: String] = [:],
  columns: Int = 80,
  rows: Int = 24,
  prompt: String = "> "
) throws -> PseudoTerminal {
  let environment = ["HOME": "/nonexistent"].merging(environment) { $1 }
  let program = try PseudoTerminal(
    [builtProgram("EditorProbe")] + options,
    environment: environment,
    columns: columns,
    rows: rows
  )
  try program.wait(atPrompt: prompt)
  return program
}

/// Keys as terminals send them.
enum Keys {
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"
  static let right = "\u{1B}[C"
  static let left = "\u{1B}[D"
  static let home = "\u{1B}[H"
  static let end = "\u{1B}[F"
  static let delete = "\u{1B}[3~"
  static let altRight = "\u{1B}[1;3C"
  static let controlLeft = "\u{1B}[1;5D"
  static let controlRight = "\u{1B}[1;5C"
  static let backspace = "\u{7F}"
  static let enter = "\r"
  static let tab = "\t"
  static let escape = "\u{1B}"

  /// The control character of a letter: `control("C")` interrupts.
  static func control(_ letter: Character) -> String { String(UnicodeScalar(letter.asciiValue! & 0x1F)) }
}

extension PseudoTerminal {
  /// Types a line and waits until the program has read `expected`.
  func type(_ keys: String, reads expected: String) throws {
    let position = output.count
    try send(keys + Keys.enter)
    try wait(forOutput: "read \(expected.debugDescription)\r\n", from: position)
    try wait(atPrompt: "> ")
  }

  /// Waits until `line` is behind the prompt, all of it, with the cursor before its last `count` characters.
  func wait(forLine line: String, cursorBeforeLast count: Int = 0) throws {
    let shown = "> " + line
    try wait(for: "the line \(line.debugDescription)") { screen in
      guard let start = screen.lines.lastIndex(where: { $0.hasPrefix("> ") }) else { return false }
      // Where a wide character does not fit at the end of a row, there is a blank.
      return screen.lines[start...].joined().filter { $0 != " " } == shown.filter { $0 != " " }
        && screen.textBeforeCursor(since: ">") == shown.dropLast(count)
    }
  }

  /// Leaves the program by `^D` and waits for its end.
  func leave() throws -> Status {
    try send(Keys.control("D"))
    return try waitForEnd()
  }
}
