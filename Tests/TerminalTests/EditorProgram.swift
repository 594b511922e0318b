import TestSupport

/// Starts the probe around the line editor and waits for its first prompt.
///
/// - Parameters:
///   - folder: where it writes. It is there until the probe has ended.
///   - prompt: what the first prompt looks like, to be waited for.
func startEditor(
  _ options: [String] = [],
  environment: [String: String] = [:],
  in folder: TemporaryFolder? = nil,
  columns: Int = 80,
  rows: Int = 24,
  joinsCharacters: Bool = false,
  prompt: String = "> "
) throws -> PseudoTerminal {
  let environment = ["HOME": "/nonexistent"].merging(environment) { $1 }
  let program = try PseudoTerminal(
    [builtProgram("EditorProbe")] + options,
    environment: environment,
    in: folder,
    columns: columns,
    rows: rows,
    joinsCharacters: joinsCharacters
  )
  try program.wait(atPrompt: prompt)
  return program
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
