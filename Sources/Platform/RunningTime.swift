import CPlatform

/// Time as it goes by for the program: real time, without that in which it, or the machine, was stopped.
package enum RunningTime {
  /// The time since some instant in the past.
  package static var now: Duration { .nanoseconds(stopped_time_now() - stopped_time_total()) }
}
