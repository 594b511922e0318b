import Foundation

/// A program that is run and measured.
struct Command {
  let path: String
  var arguments: [String] = []
  /// The file that it reads from standard input.
  var input = "/dev/null"

  struct Cost {
    /// Until all output had ended.
    let wall: Double
    /// On the processor, in the program and in the system.
    let processor: Double
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs the program. Its output is read and thrown away.
  ///
  /// - Throws: If it cannot be run, or ends with another code than 0.
  func cost() throws -> Cost {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(description: "pipe: \(String(cString: strerror(errno)))") }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var words = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }

    var child = pid_t()
    let start = now()
    let error = posix_spawn(&child, path, &actions, nil, words, environ)
    close(ends[1])
    guard error == 0 else { throw Failure(description: "\(path): \(String(cString: strerror(error)))") }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while read(ends[0], &buffer, buffer.count) > 0 {}
    let wall = now() - start
    var status: Int32 = 0
    var usage = rusage()
    wait4(child, &status, 0, &usage)
    guard status == 0 else {
      throw Failure(description: "\(path) \(arguments.joined(separator: " ")) failed")
    }
    return Cost(wall: wall, processor: usage.ru_utime.seconds + usage.ru_stime.seconds)
  }

  /// The costs of several programs, each run `rounds` times, in turn.
  ///
  /// - Throws: If one of them cannot be run, or fails.
  static func costs(of commands: [Command], rounds: Int) throws -> [[Cost]] {
    var costs = commands.map { _ in [Cost]() }
    for _ in 0..<rounds {
      for (index, command) in commands.enumerated() { costs[index].append(try command.cost()) }
    }
    return costs
  }

  /// Where a program is on the path, if it is.
  static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) * 1e-6 }
}

extension [Command.Cost] {
  var leastProcessor: Time {
    Time(seconds: map(\.processor).min() ?? .nan, median: map(\.processor).sorted()[count / 2])
  }
  var medianWall: Time { Time(seconds: map(\.wall).sorted()[count / 2]) }
  var leastWall: Time { Time(seconds: map(\.wall).min() ?? .nan) }
}
