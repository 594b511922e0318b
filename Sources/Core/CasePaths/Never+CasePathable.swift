extension Never: CasePathable {
  /// No case paths: there are no cases.
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    public subscript(_: Never) -> PartialCaseKeyPath<Never> {}

    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Never>> {
      EmptyCollection<PartialCaseKeyPath<Never>>().makeIterator()
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
