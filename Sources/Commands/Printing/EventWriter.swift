import Core

/// Writes events as JSON, one per line.
package final class EventWriter {
  private let target: Output
  /// Adds members to an event; without a result, the event is not written.
  var addition: ((any Event) -> [(name: String, value: JSON)]?)?

  /// - Parameter target: Where the events go.
  package init(to target: Output) {
    self.target = target
  }

  /// The error that stopped the output; `nil` if there is none.
  var failure: Output.Failure? { target.failure }

  func emit(_ event: some Event) {
    let added = addition.map { $0(event) } ?? []
    guard let added else { return }
    var line = event.line
    if !added.isEmpty, case .object(let members) = line {
      line = .object(members + added.filter { line[$0.name] == nil })
    }
    target.put(line.text)
    target.put("\n")
  }

  func flush() { target.flush() }
}
