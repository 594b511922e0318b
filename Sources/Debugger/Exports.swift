// The API exposes values with their diagnostics, and files.
@_exported import Platform
@_exported import Values
