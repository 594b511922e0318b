// Services work with files.
@_exported import TodoShellFiles
