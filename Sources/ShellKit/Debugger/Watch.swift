import Core

/// A value that someone wants to hear of whenever it changes.
struct Watch {
  /// The number that `unwatch` takes.
  let number: Int
  let expression: Expression
}
