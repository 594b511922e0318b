/// Whether a list is being edited.
public enum EditMode: Hashable, Sendable {
  case inactive, transient, active

  /// Whether the list is being edited, even if only temporarily.
  public var isEditing: Bool { self != .inactive }
}

/// Whether a scene is in the foreground.
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

/// The appearance of a user interface.
public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }

/// The space that a user interface has in one direction.
public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }

/// Which columns of a split view are visible.
public enum NavigationSplitViewVisibility: Codable, Hashable, Sendable {
  case automatic, all, doubleColumn, detailOnly
}

/// An edge of a rectangle.
public enum Edge: Int8, CaseIterable, Codable, Hashable, Sendable { case top, leading, bottom, trailing }
