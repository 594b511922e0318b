import Core

/// Writes events as JSON, one a line.
package final class EventWriter {
  private let target: Output

  /// - Parameter target: Where the events go.
  package init(to target: Output) {
    self.target = target
  }

  /// Why nothing can be written any more, or `nil` while all is well.
  var failure: Output.Failure? { target.failure }

  func emit(_ event: some Event) {
    target.put(event.line.text)
    target.put("\n")
  }

  func flush() { target.flush() }
}
