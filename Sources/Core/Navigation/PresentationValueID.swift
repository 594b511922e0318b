import Synchronization

/// What tells an alert, a dialog or a button from all others that were made in this process.
///
/// It takes no part in comparing and printing them, so that it makes nothing depend on what else was made.
public struct PresentationValueID: Hashable, Sendable {
  private static let count = Atomic(0)
  private let number = count.wrappingAdd(1, ordering: .relaxed).newValue

  init() {}
}
