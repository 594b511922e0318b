import Core
import Glibc

/// A C stream that keeps what is written to it in memory.
final class MemoryStream {
  let file: UnsafeMutablePointer<FILE>
  private let text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
  private let size = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  /// - Throws: A `SystemError` if memory is exhausted.
  init() throws(SystemError) {
    text.initialize(to: nil)
    size.initialize(to: 0)
    guard let file = open_memstream(text, size) else {
      text.deallocate()
      size.deallocate()
      throw SystemError("open a stream in memory")
    }
    self.file = file
  }

  deinit {
    fclose(file)
    free(text.pointee)
    text.deallocate()
    size.deallocate()
  }

  /// Returns what was written since the last call.
  func take() -> String {
    fflush(file)
    defer { rewind(file) }
    let bytes = UnsafeRawBufferPointer(start: text.pointee, count: size.pointee)
    return String(decoding: bytes, as: UTF8.self)
  }
}
