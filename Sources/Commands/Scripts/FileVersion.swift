import Core
import Glibc

/// What tells whether the file at a path is still the one that was read: its identity, its size and the time of its last
/// change. It is empty without a file.
package func fileVersion(at path: String) -> [Int] {
  var status = stat()
  guard path.withPath({ stat($0, &status) }) == 0 else { return [] }
  let time = status.st_mtim
  return [Int(status.st_dev), Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
}
