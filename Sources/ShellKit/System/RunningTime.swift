import CLibedit

/// Time as it goes by for the program: real time, without that in which it, or the machine, was stopped.
enum RunningTime {
  /// The time since some instant in the past.
  static var now: Duration { .nanoseconds(stopped_time_now() - stopped_time_total()) }
}
