import CTodoShellPlatform

/// The processors that this program may use.
package enum Processors {
  /// Their number; less than the number in the system under `taskset` or in a cpuset.
  package static var count: Int { Int(system_processor_count()) }
}
