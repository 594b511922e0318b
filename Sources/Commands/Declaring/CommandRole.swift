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

/// The kind of thing that the words of an argument name, determined without running the command.
enum NamingWords: Equatable {
  /// A new variable of the block, which may be followed by `=` and its default.
  case parameter
  /// A new variable, before the `=` in the text.
  case variable
  /// A macro, an alias or a mark; a new one, if the command creates it.
  case symbol(ScriptSymbol.Kind, isNew: Bool)
  /// A command, macro or alias. If `yieldsToState` is true, a name in the state takes precedence.
  case command(yieldsToState: Bool)
  /// Commands, macros and aliases that `explore` can try, separated by commas.
  case steps
}

extension CommandTable {
  /// The role of a line in the structure of a script.
  func role(of line: ScriptLine) -> CommandRole? {
    guard let name = line.commandName, let entry = entry(of: name) else { return nil }
    return role(of: entry, in: line)
  }

  /// The role of a line in the structure of a script.
  ///
  /// - Parameter entry: The command that it calls.
  func role(of entry: CommandEntry, in line: ScriptLine) -> CommandRole? {
    let role = entry.command.role
    if role?.isOfBlock == true && line.requestsHelp { return nil }
    guard role == .beginsMacro else { return role }
    if words(of: line, calling: entry).form.chooser != nil { return .namesCommands }
    return line.words.count == 1 ? nil : role
  }

  /// The parameters of a command that have words on a line, with their words.
  func arguments(of line: ScriptLine, calling entry: CommandEntry) -> [(
    parameter: AnyParameter, words: [Word]
  )] {
    let words = words(of: line, calling: entry)
    return words.layout.map { ($0.parameter, words.arguments[$0.words].map { line.words[$0 + 1] }) }
  }

  /// The command that is an argument of a line's command, if it has one.
  func command(in line: ScriptLine) -> ScriptLine? {
    guard let entry = line.commandName.flatMap({ entry(of: $0) }),
      entry.command.takesCommand
    else { return nil }
    return words(of: line, calling: entry).nested.map { line.inner(after: $0 + 1) }
  }

  /// The head of the block that a line begins, even if its command is on the same line.
  ///
  /// - Throws: An error in the line.
  func block(begunBy line: ScriptLine) throws(Diagnostic) -> BlockHead? {
    var reader = ArgumentReader(line: line)
    switch role(of: line) {
    case .beginsBlock: _ = try Repetition(reading: &reader)
    case .beginsMacro: _ = try MacroHead(reading: &reader, self)
    default: break
    }
    return reader.block
  }
}
