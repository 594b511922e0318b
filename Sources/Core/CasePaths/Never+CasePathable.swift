extension Never: CasePathable {
  /// No case paths: there are no cases.
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    public subscript(_: Never) -> PartialCaseKeyPath<Never> {}

    /// Goes through the paths in the order of the cases.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Never>> {
      EmptyCollection<PartialCaseKeyPath<Never>>().makeIterator()
    }
  }

  /// The paths to the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
