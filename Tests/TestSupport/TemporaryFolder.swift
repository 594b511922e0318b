import Foundation

/// A folder for a test, removed with all that is in it when the test lets go of it.
public final class TemporaryFolder {
  public let path: String

  public init() throws {
    // As every program here: a reader that has gone is an error of the write, and does not end the tests.
    signal(SIGPIPE, SIG_IGN)
    var template = Array("\(FileManager.default.temporaryDirectory.path)/todoshell-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw PseudoTerminal.Failure(description: "no temporary folder: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file in the folder and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// The bytes of a file in the folder.
  public func bytes(of name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: file(name))))
  }
}
