import Foundation

/// Which of a dependency's default values is used.
public enum DependencyContext: String, Sendable {
  /// The program runs for real.
  case live
  /// The program shows itself: a preview, or a session that explores a feature.
  case preview
  /// A test runs.
  case test

  /// The context that the process was started in: `.test` under a test runner, otherwise `.live`, unless the
  /// environment variable `SWIFT_DEPENDENCIES_CONTEXT` names one.
  static let detected: DependencyContext = {
    if let name = ProcessInfo.processInfo.environment["SWIFT_DEPENDENCIES_CONTEXT"],
      let context = DependencyContext(rawValue: name)
    {
      return context
    }
    return isTesting ? .test : .live
  }()
}
