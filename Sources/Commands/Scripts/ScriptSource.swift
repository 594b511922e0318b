import Core
import TodoShellSystem

/// The text of a script, which is read once: what was checked is what runs, even if its file changes later.
package struct ScriptSource {
  /// The limit in bytes for a script that is not a regular file. More is an accident such as `yes | shell`.
  static var mostPiped: Int { 64 << 20 }

  /// The name in errors.
  package let name: String
  /// The path of the file, to which paths in it are relative; `nil` if it is not a file.
  package let path: String?
  /// Whether it was read from a regular file.
  private(set) var isRegularFile = false
  /// Whether its lines may start programs, as typed lines and the rc file may.
  package var mayStartPrograms = false
  private(set) var firstLine = 1
  /// Its bytes; none if it consists of nodes.
  private(set) var bytes: [UInt8] = []
  /// The commands that were read before.
  private(set) var nodes: [ScriptNode] = []

  /// Creates a script from bytes.
  ///
  /// - Parameters:
  ///   - text: Its bytes.
  ///   - name: The name in errors.
  ///   - path: The file to which paths in it are relative, if any.
  ///   - firstLine: The number of its first line.
  package init(_ text: some Sequence<UInt8>, name: String, path: String? = nil, firstLine: Int = 1) {
    self.name = name
    self.firstLine = firstLine
    self.path = path
    bytes = Array(text)
  }

  /// Commands of another script.
  ///
  /// - Parameters:
  ///   - nodes: The commands, with their locations.
  ///   - name: The name in errors.
  ///   - path: The file to which paths in them are relative, if any.
  init(nodes: [ScriptNode], name: String, path: String? = nil) {
    self.name = name
    self.path = path
    self.nodes = nodes
  }

  /// Reads a file up to its end, or until it cannot be a script.
  private init(
    _ file: OpenFile,
    path: String?,
    _ isInterrupted: () -> Bool
  ) throws(SystemError) {
    name = path ?? "-"
    self.path = path
    let isRegular = file.isRegular
    isRegularFile = isRegular
    var contents: [UInt8] = []
    var lineStart = 0
    let subject = path ?? "standard input"
    try Descriptor.read(file.descriptor, subject: subject, isInterrupted: isInterrupted) { chunk in
      if let newline = chunk.lastIndex(of: .newline) { lineStart = contents.count + newline + 1 }
      contents.append(contentsOf: chunk)
      // A few more bytes distinguish a line of the maximum length from a longer one.
      return contents.count - lineStart <= Script.longestLine + 16 && !chunk.contains(0)
        && (isRegular || contents.count <= Self.mostPiped)
    }
    if isRegular || contents.count <= Self.mostPiped {
      bytes = contents
    } else {
      let tooLarge = Diagnostic(
        "the script has more than \(Self.mostPiped >> 20) MiB, the limit for a pipe",
        location: SourceLocation(file: name, line: 1, column: 1),
        sourceLine: "",
        hint: "is this a script? A script in a file can have any length"
      )
      nodes = [ScriptNode(.error(tooLarge))]
    }
  }

  /// The script in the file at `path`. Named pipes and devices are read to their ends.
  ///
  /// - Parameter isInterrupted: Whether to stop reading.
  /// - Throws: `SystemError`, with the code `EINTR` when it was interrupted.
  package static func file(
    _ path: String,
    _ isInterrupted: () -> Bool = { false }
  ) throws(SystemError) -> ScriptSource {
    // Opening a named pipe without a writer would block uninterruptibly; `poll` waits instead.
    let file = try OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK)
    return try ScriptSource(file, path: path, isInterrupted)
  }

  /// The script in a regular file. Nothing else is read, because it might have no end.
  ///
  /// - Parameter isInterrupted: Whether to stop reading.
  /// - Throws: `SystemError`, with the code `notRegular` for a pipe or a device, and `EINTR` when it was interrupted.
  package static func regularFile(
    _ path: String,
    _ isInterrupted: () -> Bool = { false }
  ) throws(SystemError) -> ScriptSource {
    let file = try OpenFile(path: path, flags: O_RDONLY | O_NONBLOCK)
    guard file.isRegular else {
      throw SystemError("read", subject: path, code: SystemError.code(ofMode: file.mode))
    }
    return try ScriptSource(file, path: path, isInterrupted)
  }

  /// The script on standard input, named `-`.
  ///
  /// - Throws: `SystemError`.
  package static func standardInput(isInterrupted: () -> Bool) throws(SystemError) -> ScriptSource {
    try ScriptSource(OpenFile(STDIN_FILENO, isOwned: false), path: nil, isInterrupted)
  }

  /// A physical line, counted from 1; `nil` if the script has fewer lines.
  package func line(_ number: Int) -> String? {
    let lines = bytes.split(separator: .newline, maxSplits: number, omittingEmptySubsequences: false)
    return lines.indices.contains(number - 1) ? String(decoding: lines[number - 1], as: UTF8.self) : nil
  }

  /// What runs before the command at a position, or before the next one after it. Its expected output, and the 'end' of its
  /// block, belong to a command.
  ///
  /// - Returns: That part, and the command; `nil` if no command follows. For a command in a `repeat`, the part has the
  ///   whole block, and the position says where to end.
  /// - Complexity: O(*n*) in the length of the script.
  package func part(
    before position: ScriptPosition,
    _ table: CommandTable
  ) -> (part: ScriptSource, command: ScriptLine?, end: ScriptPosition?) {
    let nodes = nodes(table)
    var level = nodes
    var found: [ScriptLine] = []
    while let node = level.first(where: { $0.lastLine >= position.line }), let command = node.command {
      found.append(command)
      // The last line of a block stands for all of it, and so does each line of a macro.
      let isInside = node.role == .beginsBlock && command.lines.upperBound < position.line
      level = isInside ? node.block?.nodes ?? [] : []
    }
    guard let command = found.last else { return (self, nil, nil) }
    let start = command.lines.lowerBound
    let isInBlock = position.time != nil || found.count > 1
    let next = nodes.lazy.compactMap(\.command).first { $0.lines.lowerBound > found[0].lines.lowerBound }
    let end = isInBlock ? ScriptPosition(line: start, time: position.time ?? 1) : nil
    let lines = bytes.allLines
    let length = isInBlock ? next?.lines.lowerBound ?? .max : start
    let before = lines.prefix(length - 1).map { $0 + [.newline] }.joined()
    return (ScriptSource(before, name: name, path: path), command, end)
  }

  /// The error for interrupted reading.
  var interruption: SystemError { SystemError("read", subject: name, code: EINTR) }
}

extension ScriptSource {
  /// All of its commands outside of blocks, each with its block.
  func nodes(_ table: CommandTable) -> [ScriptNode] {
    var stream = ScriptStream(self, table)
    var nodes: [ScriptNode] = []
    while let next = stream.next() { nodes += next }
    return nodes
  }
}
