import Core
import TodoShellSystem
import Synchronization

/// An output stream of the shell, which is buffered and silently drops text once its reader is gone.
///
/// A failed write is remembered, not thrown: everything that prints would otherwise have to carry the error, and
/// the one place that can act on it is the loop that runs commands, which looks at ``failure`` between two of them.
public final class Output {
  /// The reason why an output stopped.
  public enum Failure: Equatable, Sendable {
    /// The reader of a pipe is gone, which is not an error.
    case closed
    /// The write failed with this `errno`, as on a full disk.
    case system(Int32)

    package init(_ error: SystemError) { self = error.code == EPIPE ? .closed : .system(error.code) }
  }

  /// The error that stopped the output; `nil` if there is none.
  public private(set) var failure: Failure? {
    didSet { failed.store(failure != nil, ordering: .relaxed) }
  }

  /// Whether an error has stopped the output. Any thread can ask, even while another one prints.
  package var hasFailed: Bool { failed.load(ordering: .relaxed) }
  private let failed = Atomic(false)

  /// Whether it discards text.
  private(set) var isDiscarding = false

  private let write: (UnsafeRawBufferPointer) -> Failure?
  /// Receives the bytes instead of the stream.
  private var diversion: ((UnsafeRawBufferPointer) -> Failure?)?
  /// Receives a copy of everything printed.
  var copy: ((String) -> Void)?
  private var buffer: [UInt8] = []
  private let capacity: Int
  private var recordings: [(bytes: [UInt8], isSilent: Bool)] = []

  /// Creates an output from the function that takes its bytes.
  ///
  /// - Parameters:
  ///   - capacity: The size of the buffer in bytes.
  ///   - write: Writes all of the bytes, or returns an error.
  public init(capacity: Int = 1 << 16, write: @escaping (UnsafeRawBufferPointer) -> Failure?) {
    self.capacity = capacity
    self.write = write
  }

  /// An output to a file descriptor, which stays open.
  public convenience init(descriptor: Int32, capacity: Int = 1 << 16) {
    self.init(capacity: capacity) { bytes in
      Descriptor.write(bytes, to: descriptor, subject: "output") { SignalWatch.ending != nil }
        .map(Failure.init)
    }
    // Without any events asked for, a descriptor is ready only for its errors.
    hasReader = { !Descriptor.isReady(descriptor, 0) }
  }

  /// Whether what is written can still be read: `false` once the reader of a pipe is gone.
  package private(set) var hasReader: () -> Bool = { true }

  /// An output that discards text.
  package static func discarding() -> Output {
    let output = Output { _ in nil }
    output.isDiscarding = true
    return output
  }

  /// Appends `text`, and flushes the buffer when it is full.
  public func put(_ text: String) {
    guard failure == nil else { return }
    if !recordings.isEmpty, record(text) { return }
    copy?(text)
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= capacity { flush() }
  }

  /// Starts to record printed text.
  ///
  /// - Parameter isSilent: Whether to record the text without printing it.
  package func startRecording(isSilent: Bool) { recordings.append(([], isSilent)) }

  /// Ends the latest recording.
  ///
  /// - Returns: The printed lines, without colours.
  package func endRecording() -> [String] {
    let text = String(decoding: recordings.removeLast().bytes.uncolored, as: UTF8.self)
    var lines = text.allLines.map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// - Returns: Whether to suppress the text.
  private func record(_ text: String) -> Bool {
    for index in recordings.indices.reversed() {
      recordings[index].bytes.append(contentsOf: text.utf8)
      if recordings[index].isSilent { return true }
    }
    return false
  }

  /// Whether printed text is being recorded.
  var isRecording: Bool { !recordings.isEmpty }

  /// Stops the output for a reason that was detected elsewhere.
  func fail(_ failure: Failure) { self.failure = self.failure ?? failure }

  /// Flushes the buffer.
  public func flush() {
    guard failure == nil, !buffer.isEmpty else { return }
    failure = buffer.withUnsafeBytes(diversion ?? write)
    // A long text needs more room than the buffer has, which is given back.
    buffer.removeAll(keepingCapacity: buffer.capacity <= 2 * capacity)
  }

  /// Whether the output is diverted from the stream.
  var isDiverted: Bool { diversion != nil }

  /// Diverts printed text until `endDiversion`.
  package func divert(to take: @escaping (UnsafeRawBufferPointer) -> Failure?) {
    flush()
    diversion = take
  }

  /// Ends the diversion.
  ///
  /// - Parameter finish: Called after all diverted text has been passed on.
  package func endDiversion(_ finish: () -> Failure?) {
    flush()
    diversion = nil
    let last = finish()
    failure = failure ?? last
  }
}

extension [UInt8] {
  /// The bytes without the palette's escape sequences; nothing else that is printed can contain an escape character.
  var uncolored: [UInt8] {
    let parts = split(separator: 0x1B, omittingEmptySubsequences: false)
    return parts[0] + parts.dropFirst().flatMap { $0.drop { $0 != UInt8(ascii: "m") }.dropFirst() }
  }
}
