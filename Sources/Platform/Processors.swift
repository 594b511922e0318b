import CPlatform

/// The processors that this program may use.
package enum Processors {
  /// How many there are: fewer than the system has in a container with a few of them, or under `taskset`.
  package static var count: Int { Int(processors_allowed()) }
}
