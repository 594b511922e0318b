import Core

/// Writes events as JSON, one per line.
package final class EventWriter {
  private let target: Output

  /// - Parameter target: Where the events go.
  package init(to target: Output) {
    self.target = target
  }

  /// The error that stopped the output; `nil` if there is none.
  var failure: Output.Failure? { target.failure }

  func emit(_ event: some Event) {
    target.put(event.line.text)
    target.put("\n")
  }

  func flush() { target.flush() }
}
