extension Comparison {
  /// Everything that is compared within one process.
  public static let all: [Comparison] = lists + diffs + outlines + sessions + exploring
}
