extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run.
  ///
  /// When it returns, everything that was ready in the test's stores has run, regardless of timing. Tasks outside of
  /// stores run on executors whose idleness cannot be observed, so they get a fixed number of turns. For such a task,
  /// prefer to wait for a signal from it.
  ///
  /// - Parameter count: The number of turns for tasks outside of stores.
  public static func megaYield(count: Int = 20, isolation: isolated (any Actor)? = #isolation) async {
    await Readiness.settleAll(of: currentTestID, turns: count, isolation: isolation)
  }
}
