import Core
import Glibc

/// A file to which everything is written that a shell is told and prints.
final class Transcript {
  /// Where the file is, as it was named.
  let path: String
  private let file: Int32
  private var buffer: [UInt8] = []

  /// Makes a file, or opens a pipe or a device.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - continues: Whether a file that is there and not empty is gone on with.
  /// - Throws: `SystemError`, with the code `EEXIST` for such a file that is not to be gone on with.
  init(_ path: String, continues: Bool) throws(SystemError) {
    self.path = path
    file = path.withPath {
      open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o666)
    }
    guard file >= 0 else { throw SystemError("write", subject: path) }
    guard !continues, isFileWithContents else { return }
    throw SystemError("write", subject: path, code: EEXIST)
  }

  private var isFileWithContents: Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
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
    let failure = bytes.withUnsafeBytes {
      Descriptor.write($0, to: file, subject: path) {
        // ^C is not taken: it is for the command that is running as well.
        SignalWatch.ending != nil || SignalWatch.isPending(SIGINT)
      }
    }
    if let failure { throw failure }
  }
}
