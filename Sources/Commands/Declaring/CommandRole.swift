/// What a command is to the script that it stands in.
enum CommandRole {
  /// It begins a block, unless it has a command on its own line.
  case beginsBlock
  /// It begins the commands of a macro, unless it stands alone.
  case beginsMacro
  /// It ends a block.
  case endsBlock
  /// It defines a variable.
  case defines
  /// It changes which commands there are.
  case namesCommands
  /// It names a script, which is checked with its own.
  case includes

  /// Whether a block begins or ends with it.
  var isOfBlock: Bool { self == .beginsBlock || self == .beginsMacro || self == .endsBlock }
}

extension CommandTable {
  /// What a line is to the script that it stands in.
  func role(of line: CommandLine) -> CommandRole? {
    guard line.kind == .command, let name = line.words.first, let entry = entry(of: name) else { return nil }
    return role(of: entry, in: line)
  }

  /// What a line is to the script that it stands in.
  ///
  /// - Parameter entry: The command that it calls.
  func role(of entry: Entry, in line: CommandLine) -> CommandRole? {
    let role = entry.command.role
    return role == .beginsMacro && line.words.count == 1 ? nil : role
  }

  /// Whether the lines that follow belong to this one, up to an `end`.
  ///
  /// - Throws: What is wrong with the line.
  func opensBlock(_ line: CommandLine) throws(Diagnostic) -> Bool {
    var reader = ArgumentReader(line: line, usage: "")
    switch role(of: line) {
    case .beginsBlock: return try Repetition(reading: &reader).command == nil
    case .beginsMacro:
      _ = try MacroHead(reading: &reader, self)
      return true
    default: return false
    }
  }
}
