// Vocabularies use the debugger and the values without importing them.
@_exported import TodoShellDebugger
