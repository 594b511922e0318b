import CPlatform

/// The processors that this program may use.
package enum Processors {
  /// Their number; less than the number in the system in a limited container, or under `taskset`.
  package static var count: Int { Int(processors_allowed()) }
}
