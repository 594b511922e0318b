import Dispatch
import Synchronization

import TodoShellSystem

#if os(Linux) && !PORTABLE
  /// Notifies when the file at a path, or its contents, may have changed: the file, a link or a folder on its path was
  /// written, replaced, removed, moved or created, or the file was written under another name.
  ///
  /// One descriptor serves all files, because the system allows each user only a few.
  package final class FileWatch: Sendable {
    private let path: String
    private let queue: DispatchQueue
    private let didFail: @Sendable (SystemError) -> Void
    private let didChange: @Sendable () -> Void

    /// A name in a watched folder; empty for a watched file itself.
    private struct Name: Hashable {
      let watch: Int32
      let text: String
    }

    /// The watched files, with all names that lead to them.
    private static let all = Mutex<[ObjectIdentifier: (file: FileWatch, names: Set<Name>)]>([:])

    private static let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))

    /// Whether a failure has been reported.
    private static let hasFailed = Mutex(false)

    // Unsafe: it is only kept.
    nonisolated(unsafe) private static let source: Result<any DispatchSourceRead, SystemError> = {
      guard descriptor >= 0 else { return .failure(SystemError("watch files")) }
      let queue = DispatchQueue(label: "Core.FileWatch")
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { FileWatch.notify(of: FileWatch.readNames()) }
      source.activate()
      return .success(source)
    }()

    /// Starts watching, and notifies once, because the file may have changed before.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file, which need not exist.
    ///   - queue: The queue for the notifications.
    ///   - didFail: Called at the first failure of all watches, with the code `ENOSPC` if the user has no more watches.
    ///   - didChange: Called when the file may have changed.
    /// - Returns: `nil` if the system cannot watch.
    package init?(
      path: String,
      queue: DispatchQueue,
      didFail: @escaping @Sendable (SystemError) -> Void,
      didChange: @escaping @Sendable () -> Void
    ) {
      (self.path, self.queue, self.didFail, self.didChange) = (path, queue, didFail, didChange)
      if case .failure(let error) = Self.source {
        fail(error)
        return nil
      }
      Self.all.withLock { $0[ObjectIdentifier(self)] = (self, names()) }
      queue.async(execute: didChange)
    }

    /// Reports the first failure, outside all locks.
    private func fail(_ error: SystemError) {
      let isFirst = Self.hasFailed.withLock { hasFailed in
        defer { hasFailed = true }
        return !hasFailed
      }
      if isFirst { DispatchQueue.global().async { [didFail] in didFail(error) } }
    }

    /// Ends the notifications.
    package func cancel() {
      Self.all.withLock { all in
        let entry = all.removeValue(forKey: ObjectIdentifier(self))
        Self.end(entry?.names ?? [], besides: all.values.map(\.names))
      }
    }

    /// Ends the system's watches for some names that have none of the others.
    private static func end(_ names: Set<Name>, besides others: [Set<Name>]) {
      let used = Set(others.joined().map(\.watch))
      for watch in Set(names.map(\.watch)).subtracting(used) { inotify_rm_watch(descriptor, watch) }
    }

    /// - Parameter names: The names with events; `nil` if some events were lost.
    private static func notify(of names: Set<Name>?) {
      let changed = all.withLock { all in
        let changed = all.values.filter { names?.isDisjoint(with: $0.names) != true }.map { $0.file }
        let old = changed.compactMap {
          all.updateValue(($0, $0.names()), forKey: ObjectIdentifier($0))?.names
        }
        end(Set(old.joined()), besides: all.values.map(\.names))
        return changed
      }
      for file in changed { file.queue.async(execute: file.didChange) }
    }

    /// Watches all names that lead to the file, in their folders. A missing name would be created in one of these.
    private func names() -> Set<Name> {
      let events = UInt32(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MASK_ADD)
      var names: Set<Name> = []
      func watch(_ path: String, _ name: String, _ events: UInt32) {
        let watch = path.withPath { inotify_add_watch(Self.descriptor, $0, events) }
        if watch >= 0 {
          names.insert(Name(watch: watch, text: name))
        } else if errno == ENOSPC {
          fail(SystemError("watch files"))
        }
      }
      var (folder, rest, links) = ("", Array(path.split(separator: "/").reversed()), 0)
      while let name = rest.popLast() {
        watch(folder + "/", String(name), events)
        // Read after the watch began. The system follows at most as many links.
        if links < 40, let target = AtomicFile.destination(ofLink: "\(folder)/\(name)") {
          links += 1
          if target.hasPrefix("/") { folder = "" }
          rest += target.split(separator: "/").reversed()
        } else {
          folder += "/\(name)"
        }
      }
      watch(folder, "", UInt32(IN_CLOSE_WRITE | IN_MASK_ADD))
      return names
    }

    private static func readNames() -> Set<Name>? {
      var names: Set<Name>? = []
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
            names?.insert(Name(watch: event.wd, text: String(pathBytes: Array(text))))
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { names = nil }
            offset += header + Int(event.len)
          }
        }
      }
    }
  }
#else
  /// Notifies when the file at a path may have changed, which it looks at twice a second.
  package final class FileWatch: Sendable {
    // Unsafe: it can be cancelled from any thread.
    nonisolated(unsafe) private let timer: any DispatchSourceTimer
    private let path: String
    /// The version last seen, which may be none; `nil` before the first look.
    private let version = Mutex<FileVersion??>(nil)

    /// Starts watching, and notifies once, because the file may have changed before.
    ///
    /// - Parameters:
    ///   - path: The absolute path of the file, which need not exist.
    ///   - queue: The queue for the notifications.
    ///   - didFail: Never called.
    ///   - didChange: Called when the file may have changed.
    package init?(
      path: String,
      queue: DispatchQueue,
      didFail: @escaping @Sendable (SystemError) -> Void,
      didChange: @escaping @Sendable () -> Void
    ) {
      self.path = path
      timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler { [weak self] in
        if self?.hasNewVersion() == true { didChange() }
      }
      timer.schedule(deadline: .now(), repeating: .milliseconds(500), leeway: .milliseconds(50))
      timer.activate()
    }

    private func hasNewVersion() -> Bool {
      let now = try? FileVersion(of: path)
      return version.withLock { version in
        defer { version = now }
        return version != .some(now)
      }
    }

    /// Ends the notifications.
    package func cancel() { timer.cancel() }
  }
#endif
