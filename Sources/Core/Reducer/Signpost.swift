/// The start or the end of a reducer's run on one action; see ``Reducer/signpost(_:log:)``.
public struct Signpost: Sendable, Hashable {
  /// Whether a run begins or ends.
  public enum Phase: Sendable, Hashable { case begin, end }

  /// Whether the run begins or ends.
  public let phase: Phase

  /// The operator's prefix and the names of the action's cases: `Todos: Todos.Action.addTodoButtonTapped`.
  public let name: String
}

extension Reducer {
  /// Marks the start and end of each run of this reducer, for a profiler.
  ///
  /// Without a log this does nothing, so that code written for a platform with a profiler still compiles. With one,
  /// each action is logged twice:
  ///
  /// ```swift
  /// Todos()
  ///   .signpost("Todos") { signpost in
  ///     trace.write("\(signpost.phase) \(signpost.name)")
  ///   }
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the names; the reducer's type by default.
  ///   - log: Receives the signposts, on the thread that runs the reducer.
  public func signpost(
    _ prefix: String = "\(Self.self)",
    log: (@Sendable (Signpost) -> Void)? = nil
  ) -> some Reducer<State, Action> {
    let base = BuiltReducer(self)
    return Reduce(around: base) { state, action in
      guard let log else { return base.reduce(into: &state, action: action) }
      let name = (prefix.isEmpty ? "" : "\(prefix): ") + actionLabels(of: action)
      log(Signpost(phase: .begin, name: name))
      defer { log(Signpost(phase: .end, name: name)) }
      return base.reduce(into: &state, action: action)
    }
  }
}
