/// The role of a command in the structure of a script.
package enum CommandRole {
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
  /// It ends the shell.
  case endsShell

  /// Whether a block begins or ends with it.
  var isOfBlock: Bool { self == .beginsBlock || self == .beginsMacro || self == .endsBlock }
}

/// The role of a command in a session file that is not part of what the session does.
enum SessionRole {
  /// It begins the session.
  case begins
  /// It checks the state.
  case expects
  /// It checks what effects have sent.
  case receives
}

/// What the words of a command name, without running it.
package enum NamingWords: Equatable {
  case none
  /// A new mark.
  case mark
  /// An alias, then the command that it stands for.
  case alias
  /// Macros or aliases, each word one of them.
  case each(ScriptSymbol.Kind)
  /// A command, macro or alias, as its only argument. If `yieldsToState` is true, a name in the state takes precedence.
  case command(yieldsToState: Bool)
  /// Commands, macros and aliases, as the values of these options, separated by commas.
  case options(Set<String>)
}

extension CommandTable {
  /// The role of a line in the structure of a script.
  func role(of line: ScriptLine) -> CommandRole? {
    guard line.kind == .command, let name = line.words.first, let entry = entry(of: name) else { return nil }
    return role(of: entry, in: line)
  }

  /// The role of a line in the structure of a script.
  ///
  /// - Parameter entry: The command that it calls.
  func role(of entry: CommandEntry, in line: ScriptLine) -> CommandRole? {
    let role = entry.command.role
    return role == .beginsMacro && line.words.count == 1 ? nil : role
  }

  /// The position of the first word of the nested command in a line, if the command of the line takes one.
  package func nestedCommand(in line: ScriptLine) -> Int? {
    guard line.kind == .command, let command = line.words.first.flatMap({ entry(of: $0) })?.command else {
      return nil
    }
    return nestedCommand(of: command, in: line.words.prefix(3).map(\.raw))
  }

  /// The position of the first word of the nested command in a line, if the command of the line takes one.
  ///
  /// - Parameter words: The first words of the line, with the command's name.
  func nestedCommand(of command: AnyCommand, in words: [some StringProtocol]) -> Int? {
    guard command.role == .beginsBlock else { return command.wordsBeforeCommand.map { $0 + 1 } }
    // `repeat N as NAME COMMAND`
    return words.count > 2 && words[2] == "as" ? 4 : 2
  }

  /// Whether this line begins a block that an `end` closes.
  ///
  /// - Throws: An error in the line.
  func opensBlock(_ line: ScriptLine) throws(Diagnostic) -> Bool {
    var reader = ArgumentReader(line: line)
    switch role(of: line) {
    case .beginsBlock: return try Repetition(reading: &reader).command == nil
    case .beginsMacro:
      _ = try MacroHead(reading: &reader, self)
      return true
    default: return false
    }
  }

  /// How many more blocks are open after a line than before it.
  ///
  /// - Returns: `nil` if the first line of a block has an error.
  func blockChange(by line: String) -> Int? {
    var change = 0
    for line in Script(scanning: line.utf8, file: "").lines {
      if role(of: line) == .endsBlock { change -= 1 }
      guard let opensBlock = try? opensBlock(line) else { return nil }
      if opensBlock { change += 1 }
    }
    return change
  }
}
