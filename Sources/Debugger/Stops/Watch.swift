import Core

/// A value that someone wants to hear of whenever it changes.
package struct Watch {
  /// The number that `unwatch` takes.
  package let number: Int
  package let expression: Expression
}
