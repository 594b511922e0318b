import Core
import Glibc

/// Buffers input from a pipe: little in memory, more in an unnamed temporary file.
struct InputBuffer {
  /// Beyond this size in bytes, the input is moved to a file.
  private static let mostInMemory = 1 << 20

  /// The input, unless there is a file.
  private(set) var bytes: [UInt8] = []
  private(set) var file: OpenFile?
  private(set) var count = 0
  /// Whether the input cannot be a script, so that the rest need not be read.
  private(set) var isCut = false
  /// The length of the unfinished line.
  private var lineLength = 0

  /// - Returns: The error, if it could not be stored.
  mutating func append(_ chunk: UnsafeRawBufferPointer) -> SystemError? {
    guard let start = chunk.baseAddress else { return nil }
    if let newline = chunk.lastIndex(of: .newline) {
      lineLength = chunk.count - newline - 1
    } else {
      lineLength += chunk.count
    }
    // A few more bytes distinguish a line of the maximum length from a longer one.
    isCut = lineLength > Script.longestLine + 16 || memchr(start, 0, chunk.count) != nil
    count += chunk.count
    do throws(SystemError) {
      try keep(chunk)
      return nil
    } catch {
      return error
    }
  }

  private mutating func keep(_ chunk: UnsafeRawBufferPointer) throws(SystemError) {
    if file == nil, bytes.count + chunk.count <= Self.mostInMemory {
      bytes.append(contentsOf: chunk)
      return
    }
    if file == nil {
      let file = try OpenFile.temporary()
      self.file = file
      let error = bytes.withUnsafeBytes {
        Descriptor.write($0, to: file.descriptor, subject: "a temporary file")
      }
      if let error { throw error }
      bytes = []
    }
    guard let file else { return }
    if let error = Descriptor.write(chunk, to: file.descriptor, subject: "a temporary file") { throw error }
  }
}
