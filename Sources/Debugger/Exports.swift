// The API exposes sessions, values with their diagnostics, and files.
@_exported import Platform
@_exported import Sessions
@_exported import Values
