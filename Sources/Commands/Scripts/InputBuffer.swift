import Core
import Glibc

/// What was read from a pipe: a little of it in memory, more in a file that has no name and goes when the shell does.
struct InputBuffer {
  /// More bytes than this are put into a file.
  private static let mostInMemory = 1 << 20

  /// All of it, unless there is a file.
  private(set) var bytes: [UInt8] = []
  private(set) var file: OpenFile?
  private(set) var count = 0
  /// Whether what came can be no script, so that nobody needs to see the rest.
  private(set) var isCut = false
  /// How long the line is that has not ended yet.
  private var lineLength = 0

  /// - Returns: Why it could not be kept, if it could not.
  mutating func append(_ chunk: UnsafeRawBufferPointer) -> SystemError? {
    guard let start = chunk.baseAddress else { return nil }
    if let newline = chunk.lastIndex(of: .newline) {
      lineLength = chunk.count - newline - 1
    } else {
      lineLength += chunk.count
    }
    // A few bytes more are needed to tell a line of that length from a longer one.
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
