#if FullFoundation
  import Foundation

  extension DependencyValues {
    /// Delivers notifications: `NotificationCenter.default` in a live program. Each test, test store and session has a
    /// center of its own, so that it neither sees nor causes notifications elsewhere.
    public var notificationCenter: NotificationCenter {
      get { self[NotificationCenterKey.self] }
      set { self[NotificationCenterKey.self] = newValue }
    }

    private enum NotificationCenterKey: DependencyKey {
      static var liveValue: NotificationCenter { .default }
      static var previewValue: NotificationCenter { testValue }
      static var testValue: NotificationCenter { NotificationCenter() }
    }
  }
#endif
