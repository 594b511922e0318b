// The editor draws in the styles of what commands print.
@_exported import Commands
