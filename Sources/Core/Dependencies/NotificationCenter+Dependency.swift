#if FullFoundation
  import Foundation

  extension DependencyValues {
    /// Delivers notifications: `NotificationCenter.default` in a live program. Each test, test store and session has a
    /// center of its own, so that it neither sees nor causes notifications elsewhere.
    @DependencyEntry(liveValue: NotificationCenter.default, previewValue: NotificationCenter())
    public var notificationCenter: NotificationCenter = NotificationCenter()
  }
#endif
