// Users import ShellKit alone: what a vocabulary needs comes with it.
@_exported import Commands

import Terminal
