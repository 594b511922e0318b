import Core
import Foundation

/// A program of its own that shares a file with the test that starts it.
///
///     SharingProbe FILE write COUNT    writes COUNT lists of 500 numbers, one after the other, and a line to standard
///                                      output after the first
///     SharingProbe FILE exit           writes once, and ends without waiting for anything
///     SharingProbe FILE exit-while-saving
///                                      does so while another thread saves what it wrote before
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
        if number == 0 { try FileHandle.standardOutput.write(contentsOf: Data("written\n".utf8)) }
      }
    case "exit-while-saving":
      @Shared(SlowKey()) var slow: [Int] = []
      // Called before Core waits at the end of the program, because it is registered later.
      atexit { SlowKey.maySave.signal() }
      let shared = $slow
      Thread.detachNewThread { shared.withLock { $0 = [1] } }
      SlowKey.isSaving.wait()
      $slow.withLock { $0 = [42] }
      exit(0)
    default:
      $numbers.withLock { $0 = [42] }
      exit(0)
    }
  }
}

/// The file; saving the first value waits until it may.
private struct SlowKey: SharedKey {
  static let (isSaving, maySave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  private let base = FileStorageKey<[Int]>.fileStorage(URL(fileURLWithPath: CommandLine.arguments[1]))
  var id: String { "slow" }

  func load(context: LoadContext<[Int]>, continuation: LoadContinuation<[Int]>) {
    base.load(context: context, continuation: continuation)
  }

  func save(_ value: [Int], context: SaveContext, continuation: SaveContinuation) {
    if value == [1] {
      Self.isSaving.signal()
      Self.maySave.wait()
    }
    base.save(value, context: context, continuation: continuation)
  }
}
