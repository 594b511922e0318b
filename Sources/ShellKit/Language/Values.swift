// Users import ShellKit alone: what a vocabulary needs of the values comes with it.
@_exported import Values
