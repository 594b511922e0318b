// Importing ShellKit suffices for declaring a vocabulary.
@_exported import TodoShellCommands
@_exported import TodoShellServers

import TodoShellTerminal
