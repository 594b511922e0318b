import Core

/// Opens a URL in another program.
public struct OpenURLEffect: Sendable {
  private let open: @Sendable (URL) async -> Bool

  /// - Parameter open: Opens a URL, and returns whether it did.
  public init(handler open: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.open = open
  }

  /// Opens a URL.
  ///
  /// - Returns: Whether it was opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool { await open(url) }
}

extension DependencyValues {
  /// Opens a URL in another program. Without an app, nothing is opened.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }

  private enum OpenURLKey: DependencyKey {
    static let liveValue = OpenURLEffect { _ in false }
    static let previewValue = OpenURLEffect { _ in true }
    static let testValue = OpenURLEffect(handler: unimplemented("openURL", placeholder: false))
  }
}
