/// What a task returned or threw, from the time when `Result` lacked an asynchronous initializer.
@CasePathable
public enum TaskResult<Success: Sendable>: Sendable {
  /// What it returned.
  case success(Success)
  /// What it threw.
  case failure(any Error)

  /// Runs a task.
  public init(catching body: @Sendable () async throws -> Success) async {
    self.init(await Result { try await body() })
  }

  /// The same outcome as a result.
  public init(_ result: Result<Success, any Error>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// What the task returned.
  ///
  /// - Throws: What the task threw.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): value
      case .failure(let error): throw error
      }
    }
  }
}

extension TaskResult: Equatable where Success: Equatable {
  /// Whether both returned equal values, or threw equal errors of the same type.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.success(let left), .success(let right)): left == right
    case (.failure(let left as any Equatable), .failure(let right)): areEqual(left, right)
    default: false
    }
  }

  private static func areEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    value == other as? Value
  }
}
