extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The path of this value's case, to pass on or to compare: `first.case == second.case`.
  public var `case`: PartialCaseKeyPath<Self> {
    Self.allCasePaths[self]
  }
}

extension CasePathable {
  /// Whether this value is in the given case.
  @inlinable
  public func `is`<Value>(_ path: CaseKeyPath<Self, Value>) -> Bool {
    AnyCasePath(path).extract(from: self) != nil
  }

  /// Whether this value is in a case known only at run time.
  public func `is`(_ path: PartialCaseKeyPath<Self>) -> Bool {
    self[case: path] != nil
  }

  /// The payload of the given case, or `nil` if this value is in another case.
  ///
  /// Assigning to it while this value is in another case changes nothing. An enum always has a case, so assigning `nil`
  /// to the current one reports an issue and changes nothing.
  public subscript<Value>(case path: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(path).extract(from: self) }
    set { assign(newValue, to: AnyCasePath(path)) }
  }

  /// The payload of the case at the end of a path with optional chaining: `action[case: \.child?.renamed]`.
  ///
  /// Assigning to it is like assigning to ``subscript(case:)`` without optional chaining.
  public subscript<Value>(case path: KeyPath<Case<Self>, Case<Value>?>) -> Value? {
    get { AnyCasePath(path).extract(from: self) }
    set { assign(newValue, to: AnyCasePath(path)) }
  }

  /// The payload of a case known only at run time, or `nil` if this value is in another case.
  @_disfavoredOverload
  public subscript(case path: PartialCaseKeyPath<Self>) -> Any? {
    path.end()?.payload(of: self)
  }

  /// The payload of the case with this name, for enums marked `@dynamicMemberLookup`.
  public subscript<Value>(
    dynamicMember path: KeyPath<Self.AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    get { Self.allCasePaths[keyPath: path].extract(from: self) }
    set { assign(newValue, to: Self.allCasePaths[keyPath: path]) }
  }

  /// Changes the payload of a case in place.
  ///
  /// Reports an issue, and changes nothing, if this value is in another case.
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - yield: Changes the payload.
  public mutating func modify<Value>(
    _ path: CaseKeyPath<Self, Value>,
    yield: (inout Value) -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    if AnyCasePath(path).modify(&self, yield) == nil {
      SourceSite(fileID, filePath, line, column).reportIssue(
        "Can't modify '\(path.caseName())': the value is another case, '\(self)'."
      )
    }
  }

  private mutating func assign<Value>(_ newValue: Value?, to path: AnyCasePath<Self, Value>) {
    guard path.extract(from: self) != nil else { return }
    guard let newValue else {
      let name = path.name.map { "'\($0)'" } ?? "a case"
      reportIssue("Can't assign nil to \(name) of \(Self.self): an enum always has a case.")
      return
    }
    self = path.embed(newValue)
  }
}
