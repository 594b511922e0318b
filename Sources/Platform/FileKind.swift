import TodoShellSystem

/// The kind of the file at a path, for display.
package enum FileKind: Equatable {
  case folder
  /// A regular file with its size.
  case file(bytes: Int)
  case pipe, socket, device
  /// A symbolic link without a target.
  case brokenLink

  /// Determines the kind of the file at a path, following links.
  package init(at path: String) {
    guard let status = stat(of: path) else {
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
  /// The kind, with the size of a regular file: `file, 4.9 kB`.
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

  /// A byte count in the largest suitable unit, with one decimal place below 10.
  private static func size(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return "\(bytes) byte\(bytes == 1 ? "" : "s")" }
    var tenths = bytes / 100
    var units = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
    while tenths >= 10_000, units.count > 1 {
      tenths /= 1000
      units.removeFirst()
    }
    return (tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)") + " \(units.first ?? "")"
  }
}
