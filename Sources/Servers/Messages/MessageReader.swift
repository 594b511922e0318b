import Core
import TodoShellValues

/// Splits a stream of bytes into messages.
///
/// What is not a message is reported, and reading continues after it.
package struct MessageReader {
  /// How messages are told apart.
  package enum Framing: Sendable {
    /// A message is a line.
    case lines
    /// A message follows a header `Content-Length: N` and an empty line.
    case headers
  }

  /// A part of the stream.
  package enum Frame: Equatable {
    /// The bytes of a message.
    case message([UInt8])
    /// Something else: what is wrong with it.
    case invalid(String)
  }

  /// The largest message, in bytes.
  package static let mostBytes = 64 << 20
  /// The largest header, in bytes.
  private static let mostHeaderBytes = 8 << 10

  private let framing: Framing
  private let mostBytes: Int
  private var buffer: [UInt8] = []
  /// The start of the next message in the buffer.
  private var start = 0
  /// Up to where the end of a line or a header was searched for.
  private var searched = 0
  /// The length of the message whose header was read.
  private var length: Int?
  /// The number of bytes left of a message that is too large.
  private var skipped = 0
  /// Whether the rest of the line or header is skipped.
  private var isSkipping = false

  /// - Parameters:
  ///   - framing: How messages are told apart.
  ///   - mostBytes: The largest message, in bytes.
  package init(_ framing: Framing, mostBytes: Int = Self.mostBytes) {
    self.framing = framing
    self.mostBytes = mostBytes
  }

  /// Adds bytes to the stream.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    // Moving the rest to the front each time would be quadratic for a message in many parts.
    if start > 1 << 16, start > buffer.count / 2 {
      buffer.removeFirst(start)
      searched -= start
      start = 0
    }
    let dropped = min(skipped, bytes.count)
    skipped -= dropped
    buffer.append(contentsOf: bytes.dropFirst(dropped))
  }

  /// The next frame; `nil` until it is complete.
  ///
  /// - Complexity: Amortized O(*n*) in the number of bytes.
  package mutating func next() -> Frame? {
    switch framing {
    case .lines: nextLine()
    case .headers: nextBody()
    }
  }

  /// The incomplete line at the end of the stream, if any.
  package mutating func last() -> Frame? {
    guard start < buffer.count || length != nil else { return nil }
    defer { drop(through: buffer.count) }
    guard framing == .lines else { return .invalid("the stream ended within a message") }
    return isSkipping ? nil : .message(Array(buffer[start...]))
  }

  private mutating func nextLine() -> Frame? {
    while let end = buffer[searched...].firstIndex(of: .newline) {
      var line = buffer[start..<end]
      let wasSkipping = isSkipping
      drop(through: end + 1)
      isSkipping = false
      if wasSkipping { continue }
      if line.count > mostBytes { return tooLarge }
      if line.last == .carriageReturn { line.removeLast() }
      return .message(Array(line))
    }
    return skip(beyond: mostBytes, tooLarge)
  }

  private mutating func nextBody() -> Frame? {
    while length == nil {
      guard let header = nextHeader() else { return skip(beyond: Self.mostHeaderBytes, Self.longHeader) }
      let wasSkipping = isSkipping
      isSkipping = false
      if wasSkipping { continue }
      if header.count > Self.mostHeaderBytes { return Self.longHeader }
      guard let length = Self.length(in: header) else {
        return .invalid("the header has no valid Content-Length")
      }
      guard length <= mostBytes else {
        let present = min(length, buffer.count - start)
        drop(through: start + present)
        skipped = length - present
        return tooLarge
      }
      self.length = length
    }
    guard let length, buffer.count - start >= length else { return nil }
    let body = Array(buffer[start..<start + length])
    drop(through: start + length)
    self.length = nil
    return .message(body)
  }

  /// The next header, with the empty line that ends it.
  private mutating func nextHeader() -> ArraySlice<UInt8>? {
    while let end = buffer[searched...].firstIndex(of: .newline) {
      let header = buffer[start...end]
      searched = end + 1
      var line = header.dropLast()
      if line.last == .carriageReturn { line.removeLast() }
      guard line.isEmpty || line.last == .newline else { continue }
      drop(through: end + 1)
      return header
    }
    return nil
  }

  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      let digits = parts[1].drop { $0 == " " }
      return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
    }
    return nil
  }

  /// Begins to skip a line or a header that has become too long.
  private mutating func skip(beyond limit: Int, _ frame: Frame) -> Frame? {
    searched = buffer.count
    guard buffer.count - start > limit else { return nil }
    // The last bytes may belong to the end of a header.
    let kept = max(start, buffer.count - 2)
    start = kept
    let wasSkipping = isSkipping
    isSkipping = true
    return wasSkipping ? nil : frame
  }

  private mutating func drop(through end: Int) {
    start = end
    searched = end
    guard start == buffer.count else { return }
    buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
    start = 0
    searched = 0
  }

  private static var longHeader: Frame { .invalid("the header is not 'Content-Length: N'") }

  private var tooLarge: Frame {
    .invalid("the \(framing == .lines ? "line" : "message") is larger than \(mostBytes >> 20) MiB")
  }
}

/// Something in a stream is not a JSON message.
struct InvalidMessage: Error {
  /// What is wrong.
  let problem: String
  /// The other parts of a message that is nested too deeply.
  var outline: JSON?
}

extension MessageReader.Frame {
  /// The JSON of a message.
  ///
  /// - Throws: `InvalidMessage` if it is none.
  func json() throws(InvalidMessage) -> JSON {
    switch self {
    case .invalid(let problem): throw InvalidMessage(problem: problem)
    case .message(let bytes):
      do { return try JSON(parsing: bytes) } catch {
        throw InvalidMessage(problem: "the message \(error.problem)", outline: error.outline)
      }
    }
  }
}
