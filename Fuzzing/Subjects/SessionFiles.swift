import Foundation

/// Three files of this process, for sessions that are loaded and saved.
struct SessionFiles {
  let first: String
  let second: String
  let third: String

  static var own: SessionFiles {
    SessionFiles(prefix: "\(NSTemporaryDirectory())/fuzz-\(getpid())-\(pthread_self())")
  }

  private init(prefix: String) {
    first = prefix + "-1"
    second = prefix + "-2"
    third = prefix + "-3"
  }

  /// Begins with a first file alone.
  func write(_ bytes: [UInt8]) {
    remove()
    _ = FileManager.default.createFile(atPath: first, contents: Data(bytes))
  }

  func bytes(_ path: String) -> [UInt8] { Array(FileManager.default.contents(atPath: path) ?? Data()) }

  func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

  func remove() {
    for path in [first, second, third] { unlink(path) }
  }
}
