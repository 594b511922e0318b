// Importing ShellKit suffices for declaring a vocabulary.
@_exported import Commands

import Terminal
