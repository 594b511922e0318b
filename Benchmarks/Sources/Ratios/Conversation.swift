import Foundation

/// A server of the shell at the other end of two pipes.
final class Conversation {
  /// How its messages are told apart.
  enum Framing {
    case lines, headers
  }

  private let process = Process()
  private let framing: Framing
  private let input = Pipe()
  private let output = Pipe()
  private var received: [UInt8] = []

  /// - Throws: If the shell cannot be started.
  init(_ shell: String, _ arguments: [String], _ framing: Framing) throws {
    self.framing = framing
    process.executableURL = URL(fileURLWithPath: shell)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Closes the pipe, and waits for the end of the server.
  func end() throws {
    try input.fileHandleForWriting.close()
    _ = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
  }

  func send(_ text: String) throws {
    let message = framing == .lines ? text + "\n" : "Content-Length: \(text.utf8.count)\r\n\r\n" + text
    try input.fileHandleForWriting.write(contentsOf: Data(message.utf8))
  }

  /// Sends a message, and waits for the answer that contains a text.
  ///
  /// - Returns: How long that took.
  /// - Throws: If the server ends, or answers something else with an error.
  func time(_ text: String, until part: String) throws -> Time {
    let start = ContinuousClock.now
    try send(text)
    while true {
      let bytes = try receive()
      // Searching the answer is not the server's work.
      let taken = (ContinuousClock.now - start).components
      let answer = String(decoding: bytes, as: UTF8.self)
      if answer.contains(part) {
        return Time(seconds: Double(taken.seconds) + Double(taken.attoseconds) * 1e-18)
      }
      if answer.contains("\"error\"") { throw Failure(description: "\(text.prefix(200)): \(answer)") }
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private func receive() throws -> ArraySlice<UInt8> {
    guard framing == .headers else { return try line() }
    var length = 0
    while case let header = String(decoding: try line(), as: UTF8.self), !header.isEmpty {
      if header.hasPrefix("Content-Length: ") { length = Int(header.dropFirst(16)) ?? 0 }
    }
    while received.count < length { try read() }
    defer { received.removeFirst(length) }
    return received.prefix(length)
  }

  private func line() throws -> ArraySlice<UInt8> {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(end + 1) }
        let line = received[..<end]
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      }
      try read()
    }
  }

  private func read() throws {
    let data = output.fileHandleForReading.availableData
    guard !data.isEmpty else { throw Failure(description: "the server has ended") }
    received += data
  }
}
