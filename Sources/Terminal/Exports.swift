// The editor draws in the styles of commands' output.
@_exported import TodoShellCommands
