extension Effect {
  /// An effect that sends the elements of an asynchronous sequence.
  ///
  /// ```swift
  /// return .publisher { state.$count.publisher.map(Action.countChanged) }
  /// ```
  ///
  /// - Parameter makeSequence: Makes the sequence. Called at once, so it may look at the state.
  public static func publisher<S: AsyncSequence>(
    _ makeSequence: () -> S,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self where S.Element == Action {
    // Made here and iterated by one task alone.
    let sequence = UncheckedSendable(makeSequence())
    return .run(
      operation: { send in
        for try await action in sequence.value { await send(action) }
      },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
