import Core

/// A value that is reported whenever it changes.
package struct Watch {
  /// The number that `unwatch` takes.
  package let number: Int
  package let expression: Expression
}
