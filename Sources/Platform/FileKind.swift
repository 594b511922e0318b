import Glibc

/// What there is at a path, as a person is told.
package enum FileKind: Equatable {
  case folder
  /// A file with contents of so many bytes.
  case file(bytes: Int)
  case pipe, socket, device
  /// A link that leads nowhere.
  case brokenLink

  /// Looks at what a path leads to.
  package init(at path: String) {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else {
      self = .brokenLink
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFREG: self = .file(bytes: Int(status.st_size))
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    default: self = .device
    }
  }
}

extension FileKind: CustomStringConvertible {
  /// The kind, and the size of a file: `file, 4.9 kB`.
  package var description: String {
    switch self {
    case .folder: "folder"
    case .file(let bytes): "file, \(Self.size(bytes))"
    case .pipe: "pipe"
    case .socket: "socket"
    case .device: "device"
    case .brokenLink: "broken link"
    }
  }

  /// A number of bytes in the largest unit of which it is one, with two digits if those say more than one.
  private static func size(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return "\(bytes) byte\(bytes == 1 ? "" : "s")" }
    var (tenths, units) = (bytes / 100, ["kB", "MB", "GB", "TB", "PB", "EB"][...])
    while tenths >= 10_000, units.count > 1 {
      tenths /= 1000
      units.removeFirst()
    }
    return (tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)") + " \(units.first ?? "")"
  }
}
