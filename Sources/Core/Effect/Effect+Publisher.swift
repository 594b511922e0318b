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
    let sequence = makeSequence()
    // The sequence was made here and is iterated by one task alone.
    let sendAll = UncheckedSendable { (send: Send<Action>) async throws in
      for try await action in sequence { await send(action) }
    }
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return .run(at: site) { try await sendAll.value($0) }
  }
}
