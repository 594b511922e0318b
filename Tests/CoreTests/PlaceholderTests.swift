import Testing
@testable import Core
