import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A failure of the operating system, with what was attempted.
public struct FileError: Error, Hashable, CustomStringConvertible {
  /// What was attempted: "write".
  public let attempt: String
  /// The file or folder.
  public let path: String
  /// The system's error number.
  public let code: Int32

  init(_ attempt: String, _ path: String, code: Int32 = errno) {
    self.attempt = attempt
    self.path = path
    self.code = code
  }

  public var description: String { "cannot \(attempt) \(path): \(String(cString: strerror(code)))" }
}

/// A file that is read and replaced as a whole, by several programs in turn.
struct DiskFile: Sendable {
  let path: String

  private var folder: String { (path as NSString).deletingLastPathComponent }
  private var name: String { (path as NSString).lastPathComponent }

  /// The content; `nil` if there is no such file.
  func read() throws -> Data? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError("read", path)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileError("read", path) }
    // A pipe or a device would be read without end.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("read", path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    return try read(file)
  }

  private func read(_ file: Int32) throws -> Data {
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = systemRead(file, &chunk, chunk.count)
      if count > 0 {
        data.append(contentsOf: chunk[..<count])
      } else if count == 0 {
        return data
      } else if errno != EINTR {
        throw FileError("read", path)
      }
    }
  }

  /// Replaces the file: writes beside it, to the disk, then renames.
  ///
  /// - Parameters:
  ///   - data: The new content.
  ///   - isReadable: Whether the old content can be lost. If not it is kept beside.
  func replace(with data: Data, keepingBrokenUnless isReadable: (Data) -> Bool) throws {
    let target = DiskFile(path: resolvingLinks)
    try FileManager.default.createDirectory(atPath: target.folder, withIntermediateDirectories: true)
    let lock = try FolderLock(target.folder)
    defer { lock.release() }
    if let old = try target.read(), old != data, !isReadable(old) { try target.keepBroken() }
    try target.write(data, as: lock.isExclusive ? ".new" : ".\(getpid()).new")
  }

  /// A symbolic link stays one: what it names is replaced.
  private var resolvingLinks: String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Keeps a file that cannot be read under the first name that is free.
  private func keepBroken() throws {
    for number in 1... {
      let copy = path + (number == 1 ? ".broken" : ".broken\(number)")
      if link(path, copy) == 0 { return }
      guard errno == EEXIST else { throw FileError("keep the unreadable file as", copy) }
    }
  }

  private func write(_ data: Data, as suffix: String) throws {
    let temporary = folder + "/." + name + suffix
    // What is there was left by someone who was killed.
    unlink(temporary)
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw FileError("write", temporary) }
    do {
      defer { close(file) }
      guard fchmod(file, mode) == 0 else { throw FileError("write", temporary) }
      try write(data, to: file, temporary)
      guard fsync(file) == 0 else { throw FileError("write", temporary) }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let error = FileError("replace", path)
      unlink(temporary)
      throw error
    }
    syncFolder()
  }

  /// The permissions of the old file, or those of a file of the user alone.
  private var mode: mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
  }

  private func write(_ data: Data, to file: Int32, _ temporary: String) throws {
    try data.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let count = systemWrite(file, bytes.baseAddress! + offset, bytes.count - offset)
        if count >= 0 {
          offset += count
        } else if errno != EINTR {
          throw FileError("write", temporary)
        }
      }
    }
  }

  /// Makes the renaming itself survive a power cut; a file system that cannot do this has its own promises.
  private func syncFolder() {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

// Called by these names, since the methods of a file hide the system's.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
  write(file, buffer, count)
}
