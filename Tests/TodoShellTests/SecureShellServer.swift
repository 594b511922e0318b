import Foundation
import TodoShellSystem
import TestSupport

/// A server of the secure shell on this machine, with keys of its own.
final class SecureShellServer {
  /// The configuration with which `ssh loopback` reaches it.
  let configuration: String
  private let folder: TemporaryFolder
  private let process = Process()
  private let input = Pipe()

  private struct Failure: Error { let description: String }

  /// Starts it, and waits until it listens.
  ///
  /// - Parameter folder: The folder for its files, which is also the home of those who log in.
  init(in folder: TemporaryFolder) throws {
    self.folder = folder
    configuration = folder.file("ssh_config")
    for key in ["host", "user"] {
      let made = try run("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder.file(key)])
      guard made.status == 0 else { throw Failure(description: "ssh-keygen: \(made.errors)") }
    }
    let port = try Self.freePort()
    let hostKey = String(decoding: try folder.bytes(of: "host.pub"), as: UTF8.self)
    try folder.write("[127.0.0.1]:\(port) \(hostKey)", to: "known_hosts")
    try folder.write(
      """
      Host loopback
        HostName 127.0.0.1
        Port \(port)
        User \(NSUserName())
        IdentityFile \(folder.file("user"))
        IdentitiesOnly yes
        UserKnownHostsFile \(folder.file("known_hosts"))
        BatchMode yes

      """,
      to: "ssh_config"
    )
    try folder.write(
      """
      ListenAddress 127.0.0.1
      Port \(port)
      HostKey \(folder.file("host"))
      AuthorizedKeysFile \(folder.file("user.pub"))
      PasswordAuthentication no
      StrictModes no
      UsePAM no
      PidFile none
      SetEnv HOME=\(folder.path)

      """,
      to: "sshd_config"
    )
    // As the superuser, the server needs a folder that the start of the system makes.
    if getuid() == 0 {
      try FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
    }
    try start()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Starts the server and reads its log until it listens.
  private func start() throws {
    let log = Pipe()
    // The server closes all files that it does not know, which Foundation takes for its end, and signals may be blocked
    // here: a shell waits for the end of its input, and then ends the server.
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let server = "/usr/sbin/sshd -D -e -f '\(folder.file("sshd_config"))'"
    process.arguments = ["-c", "\(server) & cat; kill $!; wait"]
    process.standardInput = input
    process.standardError = log
    try process.run()
    var text = ""
    while !text.contains("Server listening") {
      let bytes = log.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw Failure(description: "sshd: \(text)") }
      text += String(decoding: bytes, as: UTF8.self)
    }
    // The rest is thrown away, so that the server never waits.
    log.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
  }

  /// A port that nothing listens on.
  private static func freePort() throws -> UInt16 {
    let socket = TodoShellSystem.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 ? getsockname(socket, address, &length) : -1
      }
    }
    guard result == 0 else {
      throw Failure(description: "no free port: \(String(cString: strerror(errno)))")
    }
    return UInt16(bigEndian: address.sin_port)
  }
}
