import CTodoShellPlatform

/// A clock that excludes the time during which the program, or the machine, was stopped.
package enum RunningTime {
  /// The time since a fixed instant in the past.
  package static var now: Duration { .nanoseconds(system_clock() - stopped_time_total()) }
}
