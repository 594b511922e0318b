// What asks questions needs values and their diagnostics, and what keeps a record needs files.
@_exported import Platform
@_exported import Values
