import Testing
@testable import ShellKit
