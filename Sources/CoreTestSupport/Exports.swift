@_exported import Core
// The sessions from which expectNoViolation starts.
@_exported import TodoShellSessions
