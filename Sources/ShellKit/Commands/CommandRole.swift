/// What a command is to the script that it stands in.
enum CommandRole {
  /// It begins a block, unless it has a command on its own line.
  case beginsBlock
  /// It ends a block.
  case endsBlock
  /// It defines a variable.
  case defines
  /// It names a script, which is checked with its own.
  case includes
}
