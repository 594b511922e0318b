import Foundation
import FuzzSubjects

/// Runs libFuzzer, with its options and folders, on the subject that the environment names: it starts the program again
/// with options of its own to merge a corpus.
@main
struct Fuzzer {
  private static let subject = FuzzSubject(rawValue: ProcessInfo.processInfo.environment["SUBJECT"] ?? "")

  static func main() {
    guard subject != nil else {
      let names = FuzzSubject.allCases.map(\.rawValue).joined(separator: "|")
      FileHandle.standardError.write(Data("usage: SUBJECT=\(names) Fuzzer [-OPTION=VALUE…] [FOLDER…]\n".utf8))
      exit(64)
    }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
      runDriver(&count, &arguments) { bytes, count in
        Fuzzer.test(UnsafeBufferPointer(start: bytes, count: count))
      }
    )
  }

  private static func test(_ input: UnsafeBufferPointer<UInt8>) -> Int32 {
    do throws(Finding) { try subject?.check(Array(input)) } catch {
      FileHandle.standardError.write(Data("FINDING: \(error)\n".utf8))
      abort()
    }
    return 0
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
