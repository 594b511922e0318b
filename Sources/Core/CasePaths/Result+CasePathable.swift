extension Result: CasePathable where Success: Copyable, Success: Escapable {
  /// The case paths of a result.
  public struct AllCasePaths: CasePathReflectable, Sequence, Sendable {
    /// The path to the value.
    public var success: AnyCasePath<Result, Success> {
      AnyCasePath(
        generated: "success",
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } }
      )
    }

    /// The path to the error.
    public var failure: AnyCasePath<Result, Failure> {
      AnyCasePath(
        generated: "failure",
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } }
      )
    }

    /// The path to the case of a value.
    public subscript(root: Result) -> PartialCaseKeyPath<Result> {
      switch root {
      case .success: \.success
      case .failure: \.failure
      }
    }

    /// Iterates over the paths in case order.
    public func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Result>> {
      let paths: [PartialCaseKeyPath<Result>] = [\.success, \.failure]
      return paths.makeIterator()
    }
  }

  /// The paths to the cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
