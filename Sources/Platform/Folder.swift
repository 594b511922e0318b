import TodoShellSystem

/// The contents of folders.
package enum Folder {
  /// The names of the files in a folder, in no particular order; none if it does not exist.
  ///
  /// - Throws: `SystemError` if it cannot be read.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = path.withPath({ opendir($0) }) else {
      if errno == ENOENT { return [] }
      throw SystemError("read", subject: path)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while true {
      // Only an error changes it.
      errno = 0
      guard let entry = readdir(folder) else {
        guard errno == 0 else { throw SystemError("read", subject: path) }
        return names
      }
      let length = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: length) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }
}
