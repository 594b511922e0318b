// What Swift adds to the headers of macOS, as far as the sources use it. Its functions do nothing.
public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}
public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFSOCK: mode_t { 0o140000 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { -1 }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
