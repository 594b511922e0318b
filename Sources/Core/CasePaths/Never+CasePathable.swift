extension Never: CasePathable {
  /// No case paths, because there are no cases.
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    public subscript(_: Never) -> PartialCaseKeyPath<Never> {}

    /// Iterates over the paths in case order.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Never>> {
      EmptyCollection<PartialCaseKeyPath<Never>>().makeIterator()
    }
  }

  /// The paths to the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
