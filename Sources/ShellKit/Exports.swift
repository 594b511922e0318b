// Importing ShellKit suffices for declaring a vocabulary.
@_exported import Commands
@_exported import Servers

import Terminal
