import Synchronization

/// Where a ``_ReducerPrinter`` prints: texts go there whole and one after the other, from whatever thread they come.
public final class ReducerPrinterStream: Sendable {
  private let output: Mutex<@Sendable (String) -> Void>

  /// A stream.
  ///
  /// - Parameter write: Takes each text. It is not called again before it has returned, and must not print to this
  ///   stream itself.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    output = Mutex(write)
  }

  /// Appends a text.
  public func write(_ text: String) {
    output.withLock { $0(text) }
  }

  /// The standard output of the process.
  public static let standardOutput = ReducerPrinterStream { print($0, terminator: "") }
}
