@_exported import Core
@_exported import CustomDump
@_exported import Dependencies
// Feature files use Foundation without importing it, because SwiftUI exports it.
@_exported import Foundation
