// What a vocabulary needs of the debugger and the values comes with it.
@_exported import Debugger
