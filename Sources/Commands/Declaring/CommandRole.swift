/// The role of a command in the structure of a script.
enum CommandRole {
  /// It begins a block, unless it has a command on its own line.
  case beginsBlock
  /// It begins a macro, unless it has no arguments.
  case beginsMacro
  /// It ends a block.
  case endsBlock
  /// It defines a variable.
  case defines
  /// It defines or removes commands.
  case namesCommands
  /// It sources a script, which is checked with the script that contains it.
  case includes

  /// Whether a block begins or ends with it.
  var isOfBlock: Bool { self == .beginsBlock || self == .beginsMacro || self == .endsBlock }
}

/// Which words of a command name commands, macros and aliases without running them.
enum NamingWords {
  case none
  /// Its only argument. If `yieldsToState` is true, a name in the state takes precedence.
  case argument(yieldsToState: Bool)
  /// The values of these options, separated by commas.
  case options(Set<String>)
}

extension CommandTable {
  /// The role of a line in the structure of a script.
  func role(of line: CommandLine) -> CommandRole? {
    guard line.kind == .command, let name = line.words.first, let entry = entry(of: name) else { return nil }
    return role(of: entry, in: line)
  }

  /// The role of a line in the structure of a script.
  ///
  /// - Parameter entry: The command that it calls.
  func role(of entry: CommandEntry, in line: CommandLine) -> CommandRole? {
    let role = entry.command.role
    return role == .beginsMacro && line.words.count == 1 ? nil : role
  }

  /// Whether this line begins a block that an `end` closes.
  ///
  /// - Throws: An error in the line.
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
