// Feature files use Foundation without importing it, because SwiftUI, on Apple's systems, exports it.
@_exported import Core
@_exported import Foundation
