import Core
import Glibc

/// A stream that the shell writes to: buffered, in order, and silent once its reader has gone.
///
/// A failed write is remembered, not thrown: everything that prints would otherwise have to carry the error, and
/// the one place that can act on it is the loop that runs commands, which looks at ``failure`` between two of them.
public final class Output {
  /// What happened to the bytes of an output that cannot take any more.
  public enum Failure: Equatable, Sendable {
    /// The reader of a pipe has gone: nobody wants the rest, which is no error of ours.
    case closed
    /// The write failed with this `errno`, as on a full disk.
    case system(Int32)
  }

  /// Why nothing can be written any more, or `nil` while all is well.
  public private(set) var failure: Failure?

  /// Whether it drops what is written.
  private(set) var isDiscarding = false

  private let write: (UnsafeRawBufferPointer) -> Failure?
  /// Takes the bytes in place of the stream.
  private var diversion: ((UnsafeRawBufferPointer) -> Failure?)?
  /// Gets a copy of everything that is printed.
  var copy: ((String) -> Void)?
  private var buffer: [UInt8] = []
  private let capacity: Int
  private var recordings: [Recording] = []

  /// Creates an output from the function that takes its bytes.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes that are kept back before they are written.
  ///   - write: Takes all the bytes, or says why it did not.
  public init(capacity: Int = 1 << 16, write: @escaping (UnsafeRawBufferPointer) -> Failure?) {
    self.capacity = capacity
    self.write = write
  }

  /// An output to a file descriptor, which stays open.
  public convenience init(descriptor: Int32, capacity: Int = 1 << 16) {
    self.init(capacity: capacity) { bytes in
      let failure = Descriptor.write(bytes, to: descriptor, subject: "output") { SignalWatch.ending != nil }
      return failure.map { $0.code == EPIPE ? .closed : .system($0.code) }
    }
  }

  /// An output that drops what is written.
  package static func discarding() -> Output {
    let output = Output { _ in nil }
    output.isDiscarding = true
    return output
  }

  /// Appends `text`; what is buffered is written when the buffer is full.
  public func put(_ text: String) {
    guard failure == nil else { return }
    if !recordings.isEmpty, record(text) { return }
    copy?(text)
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= capacity { flush() }
  }

  /// Keeps what is printed from now on, besides printing it.
  ///
  /// - Parameter isSilent: Whether it is not printed.
  package func startRecording(isSilent: Bool) { recordings.append(Recording(isSilent: isSilent)) }

  /// Ends the recording that was started last.
  ///
  /// - Returns: The lines that were printed, without colours.
  package func endRecording() -> [String] {
    let text = String(decoding: recordings.removeLast().bytes.uncolored, as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// - Returns: Whether the text is not to be printed.
  private func record(_ text: String) -> Bool {
    for index in recordings.indices.reversed() {
      recordings[index].bytes.append(contentsOf: text.utf8)
      if recordings[index].isSilent { return true }
    }
    return false
  }

  /// Whether what is printed is kept to be compared.
  var isRecording: Bool { !recordings.isEmpty }

  /// Takes no more, for a reason that became known elsewhere.
  func fail(_ failure: Failure) { self.failure = self.failure ?? failure }

  /// Writes what is buffered.
  public func flush() {
    guard failure == nil, !buffer.isEmpty else { return }
    failure = buffer.withUnsafeBytes(diversion ?? write)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Whether someone takes the bytes in place of the stream.
  var isDiverted: Bool { diversion != nil }

  /// Has what is printed from now on taken by someone else, until `endDiversion`.
  package func divert(to take: @escaping (UnsafeRawBufferPointer) -> Failure?) {
    flush()
    diversion = take
  }

  /// Has the stream take what is printed again.
  ///
  /// - Parameter finish: Called when everything has been given away.
  package func endDiversion(_ finish: () -> Failure?) {
    flush()
    diversion = nil
    let last = finish()
    failure = failure ?? last
  }
}
