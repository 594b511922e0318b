import Testing
@testable import TodoShell
