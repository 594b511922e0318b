import Core
import Foundation

/// A program of its own that shares a file with the test that starts it.
///
///     SharingProbe FILE write COUNT    writes COUNT lists of 500 numbers, one after the other
///     SharingProbe FILE exit           writes once, and ends without waiting for anything
@main
struct SharingProbe {
  static func main() async throws {
    let arguments = CommandLine.arguments
    @Shared(.fileStorage(URL(fileURLWithPath: arguments[1]))) var numbers: [Int] = []
    switch arguments[2] {
    case "write":
      for number in 0..<(Int(arguments[3]) ?? 0) {
        $numbers.withLock { $0 = Array(repeating: number, count: 500) }
        try await $numbers.save()
      }
    default:
      $numbers.withLock { $0 = [42] }
      exit(0)
    }
  }
}
