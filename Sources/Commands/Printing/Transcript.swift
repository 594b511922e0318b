import Core
import TodoShellSystem

/// A file that receives all input and output of a shell.
final class Transcript {
  /// The path of the file, as given.
  let path: String
  private let file: Int32
  private var buffer: [UInt8] = []

  /// Creates a file, or opens a pipe or a device.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - continues: Whether to append to a file that is not empty.
  /// - Throws: `SystemError`, with the code `EEXIST` for a file that is not empty, unless appending.
  init(_ path: String, continues: Bool) throws(SystemError) {
    self.path = path
    file = Descriptor.uninterrupted {
      path.withPath {
        open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o666)
      }
    }
    guard file >= 0 else { throw SystemError("write", subject: path) }
    if continues { return }
    guard let status = stat(of: file) else { throw SystemError("write", subject: path) }
    guard status.isRegular, status.st_size > 0 else { return }
    throw SystemError("write", subject: path, code: EEXIST)
  }

  deinit { close(file) }

  /// Buffers printed text.
  func put(_ text: String) { buffer.append(contentsOf: text.utf8) }

  /// Writes the buffered text as whole lines, without colours.
  ///
  /// - Throws: `SystemError`; unwritten text is lost.
  func flush() throws(SystemError) {
    guard !buffer.isEmpty else { return }
    let bytes = buffer.uncolored
    buffer.removeAll(keepingCapacity: true)
    let failure = bytes.withUnsafeBytes {
      Descriptor.write($0, to: file, subject: path) {
        // ^C is not consumed, since it also interrupts the running command.
        SignalWatch.ending != nil || SignalWatch.isPending(SIGINT)
      }
    }
    if let failure { throw failure }
  }
}
