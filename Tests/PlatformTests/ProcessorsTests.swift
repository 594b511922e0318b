import Foundation
import TodoShellPlatform
import TestSupport
import Testing

struct ProcessorsTests {
  /// The processors that this process may use, as `nproc` counts them.
  @Test func onlyProcessorsThatMayBeUsedAreCounted() throws {
    let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
    let mask = try #require(status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") })
    let digits = mask.split(separator: "\t")[1].compactMap(\.hexDigitValue)
    let bits = digits.reduce(0) { $0 + $1.nonzeroBitCount }
    #expect(Processors.count == bits)
  }
}
