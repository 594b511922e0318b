import Foundation
import TestSupport
import Testing

/// How a system call fails.
enum FaultCode: String, CaseIterable {
  case ioError, diskFull, overQuota, readOnly, interrupted
  /// Half of the bytes are transferred.
  case short
  /// The program is killed.
  case kill

  /// The code for the library that makes calls fail.
  var text: String { number.map { "\($0)" } ?? rawValue }

  private var number: Int32? {
    switch self {
    case .ioError: EIO
    case .diskFull: ENOSPC
    case .overQuota: EDQUOT
    case .readOnly: EROFS
    case .interrupted: EINTR
    case .short, .kill: nil
    }
  }

  /// What errors say of it; `nil` if it must have no effect.
  var reason: String? { self == .interrupted ? nil : number.map { String(cString: strerror($0)) } }
  /// Whether all later calls may fail, too.
  var canLast: Bool { [.ioError, .diskFull, .readOnly].contains(self) }
}

/// A system call on a file of a folder that fails.
struct Fault {
  /// The number of the call.
  let call: Int
  let code: FaultCode
  /// Whether all later calls fail, too, where they can.
  var lasts = false
}

/// A library that makes system calls fail in the program that it is preloaded into.
struct FaultLibrary {
  /// Compiled when the first test needs it.
  nonisolated(unsafe) static let shared = Result { try FaultLibrary() }

  private let folder: TemporaryFolder

  private init() throws {
    folder = try TemporaryFolder()
    let source = repository.appending(path: "Tests/Fixtures/Faults/faults.c").path
    let arguments = ["-Wall", "-shared", "-fPIC", "-O1", "-o", folder.file("faults.so"), source, "-ldl"]
    let run = try TodoShellTests.run("/usr/bin/cc", arguments)
    #expect(run == TodoShellRun(status: 0, output: "", errors: ""))
  }

  /// Runs the shell in a folder.
  ///
  /// - Parameters:
  ///   - fault: The call that fails; `nil` to list those that could.
  ///   - code: How they could.
  /// - Returns: The run, and the names of the calls that failed, or of all calls: `-` for one that cannot fail so.
  func run(
    _ arguments: [String],
    in working: TemporaryFolder,
    fault: Fault? = nil,
    listing code: FaultCode = .ioError
  ) throws -> (run: TodoShellRun, calls: [Substring]) {
    let log = try TemporaryFolder()
    var environment = [
      "LD_PRELOAD": folder.file("faults.so"), "FAULT_FOLDER": working.path, "FAULT_LOG": log.file("log"),
      "FAULT_AT": "\(fault?.call ?? 0)", "FAULT_CODE": (fault?.code ?? code).text,
    ]
    if fault?.lasts == true { environment["FAULT_LASTS"] = "1" }
    let run = try TodoShellTests.run(
      builtProgramPath,
      arguments,
      in: working.url,
      environment: environment
    )
    let lines = (try? String(contentsOfFile: log.file("log"), encoding: .utf8)) ?? ""
    return (run, lines.split(separator: "\n"))
  }
}
