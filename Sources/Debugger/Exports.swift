// The API exposes sessions, values with their diagnostics, and files.
@_exported import TodoShellPlatform
@_exported import TodoShellSessions
@_exported import TodoShellValues
