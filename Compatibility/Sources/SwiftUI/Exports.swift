// SwiftUI exports what features use of these. Animation, and moving elements of a list, are in Core.
@_exported import Core
@_exported import Foundation
@_exported import Observation
