import Core

extension Store {
  /// Records what happens to the store in a session file, which the feature's shell opens.
  ///
  /// ```swift
  /// let store = Store(initialState: Todos.State()) { Todos() }
  ///   .recording(to: "/var/log/todos.session", for: "todoshell")
  /// ```
  ///
  /// The file is a script: it begins with the current state; each action follows as a `replay` command, whether the
  /// application or an effect sent it, with the UUIDs, dates and random numbers that the reducer drew; and `advance` says
  /// how much time of the store's `continuousClock` has passed. So the shell repeats what happened without running the
  /// effects: `todoshell --session FILE` continues there, and `load FILE` opens it.
  ///
  /// Each action is in the file before it is reduced, as a whole line, so the file also shows what an application did before
  /// it crashed or was killed. It is not synchronized to disk: a power failure can lose the last seconds.
  ///
  /// When the file has grown by `limit`, it is renamed to `FILE.1`, which replaces an older one, and a new file begins with
  /// the current state. A recording that already exists under that name is renamed, too. The files contain what users type,
  /// and only their owner can read them.
  ///
  /// An action whose value has no text form is recorded as lost, and the shell warns where it is missing. If the file cannot
  /// be written, or a state has no text form when a new file must begin, recording ends. That is reported once as an issue,
  /// and the store continues. Other dependencies that a reducer calls, and shared values that change elsewhere, are not
  /// recorded.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - program: The name of the shell that opens it; by default that of this program.
  ///   - limit: The number of bytes by which a file grows before the next begins. Two files together take at most twice
  ///     that, not counting the texts of their first states.
  /// - Returns: This store.
  /// - Complexity: O(size of the action) for each action, and O(size of the state) for each file.
  @discardableResult
  public func recording(
    to path: String,
    for program: String? = nil,
    limit: Int = 1_000_000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let program = program ?? CommandLine.arguments.first.map(AtomicFile.name) ?? "shell"
    func report(_ problem: String) {
      reportIssue(problem, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    let isWhole = record { dependencies in
      StoreSessionFile(
        path,
        program: program,
        limit: limit,
        types: (State.self, Action.self),
        dependencies: dependencies,
        state: self.withState { $0 },
        report: report
      )
    }
    if !isWhole {
      report("A store for a part of a feature cannot be recorded: record the store that it is a part of.")
    }
    return self
  }

  /// Ends the recording that ``recording(to:for:limit:fileID:filePath:line:column:)`` began. The file remains.
  public func stopRecording() { _ = record(with: nil) }
}
