import Core
import Glibc

/// A file to which everything is written that a shell is told and prints.
final class Transcript {
  /// Where the file is, as it was named.
  let path: String
  private let file: Int32
  private var buffer: [UInt8] = []

  /// Opens a file to be continued, or makes it.
  ///
  /// - Throws: `SystemError`.
  init(_ path: String) throws(SystemError) {
    self.path = path
    file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o666)
    guard file >= 0 else { throw SystemError("write", subject: path) }
  }

  deinit { close(file) }

  /// Takes text that is printed.
  func put(_ text: String) { buffer.append(contentsOf: text.utf8) }

  /// Writes what was taken, as whole lines at once, without colours.
  ///
  /// - Throws: `SystemError`; what could not be written is lost.
  func flush() throws(SystemError) {
    guard !buffer.isEmpty else { return }
    let bytes = buffer.uncolored
    buffer.removeAll(keepingCapacity: true)
    if let failure = bytes.withUnsafeBytes({ Descriptor.write($0, to: file, subject: path) }) {
      throw failure
    }
  }
}
