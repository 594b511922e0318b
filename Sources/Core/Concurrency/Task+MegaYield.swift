extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run.
  ///
  /// When it returns, everything that was ready in the test's stores has run, which is exact. Tasks outside of them
  /// run on executors whose idleness cannot be observed: they get a fixed number of turns. Prefer to wait for a signal
  /// from such a task.
  ///
  /// - Parameter count: The number of turns for tasks outside of stores.
  public static func megaYield(count: Int = 20, isolation: isolated (any Actor)? = #isolation) async {
    await Readiness.settleAll(of: currentTestID, turns: count, isolation: isolation)
  }
}
