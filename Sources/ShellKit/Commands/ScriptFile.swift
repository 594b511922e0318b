import Foundation

/// Where scripts come from.
enum ScriptFile {
  /// Why a script cannot be read.
  struct Failure: Error, Equatable {
    let message: String
    let code: Int32
  }

  /// Reads all of a file.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    return try read(descriptor, name: path)
  }

  /// Reads all that is left of a descriptor.
  static func read(_ descriptor: Int32, name: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    let size = 1 << 16
    while true {
      var count = 0
      // Appending in place spares a copy of what may be a large script.
      let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
        count = Foundation.read(descriptor, buffer.baseAddress, size)
        initialized = max(0, count)
      }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk
      } else if errno != EINTR {
        throw failure(name)
      }
    }
  }

  private static func failure(_ name: String) -> Failure {
    let code = errno
    return Failure(message: "cannot read '\(name)': \(String(cString: strerror(code)))", code: code)
  }
}
