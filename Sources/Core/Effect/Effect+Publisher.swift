extension Effect {
  /// An effect that sends the elements of an asynchronous sequence.
  ///
  /// ```swift
  /// return .publisher { state.$count.publisher.map(Action.countChanged) }
  /// ```
  ///
  /// - Parameter makeSequence: Creates the sequence. Called immediately, so it can read the state.
  public static func publisher<S: AsyncSequence>(
    _ makeSequence: () -> S,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self where S.Element == Action {
    let sequence = makeSequence()
    // The sequence was created here and is iterated by a single task.
    let sendAll = UncheckedSendable { (send: Send<Action>) async throws in
      for try await action in sequence { await send(action) }
    }
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return .run(at: site) { try await sendAll.value($0) }
  }
}
