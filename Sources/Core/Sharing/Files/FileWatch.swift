import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if os(Linux)
  /// Notifies when a file is written, replaced or removed. It watches the folder, because the file may be replaced.
  final class FileWatch: Sendable {
    // Used only for cancelling, which any thread may do.
    private let source: UncheckedSendable<any DispatchSourceRead>

    /// Starts watching.
    ///
    /// - Returns: `nil` if the system cannot watch: the folder does not exist, or there are too many watches.
    init?(path: String, queue: DispatchQueue, didChange: @escaping @Sendable () -> Void) {
      let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
      guard descriptor >= 0 else { return nil }
      let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
      let folder = AtomicFile.folder(of: path)
      guard inotify_add_watch(descriptor, folder, events) >= 0 else {
        close(descriptor)
        return nil
      }
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        if Self.readNames(descriptor).contains(name) { didChange() }
      }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      self.source = UncheckedSendable(source)
    }

    func cancel() { source.value.cancel() }

    /// The names of the files with events.
    private static func readNames(_ descriptor: Int32) -> Set<String> {
      var names: Set<String> = []
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return names }
        buffer.withUnsafeBytes { bytes in
          var offset = 0
          let header = MemoryLayout<inotify_event>.size
          while offset + header <= count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let text = bytes[(offset + header)..<(offset + header + Int(event.len))].prefix { $0 != 0 }
            names.insert(String(decoding: text, as: UTF8.self))
            offset += header + Int(event.len)
          }
        }
      }
    }
  }
#else
  /// A stub for systems without inotify, where changes by others become visible with `load()`.
  final class FileWatch: Sendable {
    init?(path: String, queue: DispatchQueue, didChange: @escaping @Sendable () -> Void) { return nil }
    func cancel() {}
  }
#endif
