import Core
import TodoShellServers
import TodoShellValues

/// The messages that servers read.
enum MessageSubject {
  /// - Parameter input: The length of the pieces that the stream arrives in, then the stream.
  static func check(_ input: [UInt8]) throws(Finding) {
    guard let length = input.first else { return }
    let stream = input.dropFirst()
    for framing in [MessageReader.Framing.lines, .headers] {
      // With a limit that input of a fuzzer reaches.
      func frames(_ pieces: [ArraySlice<UInt8>]) -> [MessageReader.Frame] {
        MessageReader(framing, mostBytes: 1_000).frames(of: pieces)
      }
      let whole = frames([stream])
      try require(
        whole == frames(pieces(of: stream, length: Int(length) + 1)),
        "the frames depend on the pieces in which they arrive"
      )
      for frame in whole { try check(frame) }
    }
  }

  private static func pieces(of stream: ArraySlice<UInt8>, length: Int) -> [ArraySlice<UInt8>] {
    stride(from: stream.startIndex, to: stream.endIndex, by: length).map {
      stream[$0..<min($0 + length, stream.endIndex)]
    }
  }

  private static func check(_ frame: MessageReader.Frame) throws(Finding) {
    try check(RPCMessage(frame))
    switch DebugMessage(frame) {
    case .request(let request): try requireRoundTrip(request.arguments)
    case .response, .invalid: break
    }
  }

  private static func check(_ message: RPCMessage) throws(Finding) {
    switch message {
    case .request(let id, _, let params):
      try requireRoundTrip(id)
      try requireRoundTrip(params)
    case .notification(_, let params): try requireRoundTrip(params)
    case .invalid(let id, _): try requireRoundTrip(id)
    case .ignored: break
    }
  }

  /// What was read can be sent back, and is the same then.
  private static func requireRoundTrip(_ json: JSON) throws(Finding) {
    let again: JSON
    do throws(JSONSyntaxError) { again = try JSON(parsing: json.text.utf8) } catch {
      throw Finding("\(json.text) cannot be read again")
    }
    try require(again == json, "\(json.text) reads back as \(again.text)")
  }
}

extension MessageReader {
  /// The frames of a stream that arrives in the given pieces, with its end.
  package consuming func frames(of pieces: [some Collection<UInt8>]) -> [Frame] {
    var frames: [Frame] = []
    for piece in pieces {
      append(piece)
      while let frame = next() { frames.append(frame) }
    }
    if let last = last() { frames.append(last) }
    return frames
  }
}
