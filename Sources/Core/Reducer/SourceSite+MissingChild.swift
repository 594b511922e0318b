extension SourceSite {
  /// Reports that an action came for a part of the feature that is not there.
  ///
  /// - Parameters:
  ///   - part: What is missing, such as `element`.
  ///   - operatorName: The operator that embeds it.
  ///   - action: The action.
  @usableFromInline
  func reportMissing(_ part: String, operatorName: String, action: some Any) {
    var dump = ""
    customDump(action, to: &dump, indent: 4)
    let child = part == "element" ? "element" : "child"
    reportIssue(
      """
      A "\(operatorName)" at "\(fileID):\(line)" received an action for a missing \(part).

        Action:
      \(dump)

      This can happen when:

      • A parent reducer removed the \(part) before the "\(operatorName)" ran. Keep the parent's own logic behind it: \
      the \(child)'s reducer is to run first.

      • An effect in flight sent the action after the \(part) was removed. Its effects are cancelled with \
      it, so this one was started by another part of the feature.

      • The action was sent although the \(part) was not there. Check that it is before sending.
      """
    )
  }
}
