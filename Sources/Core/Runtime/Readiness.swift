import Synchronization

/// Tracks whether an engine has something to process.
///
/// An engine that becomes ready is announced once until it is drained. Moving a clock first drains all announced
/// engines: an effect that is about to sleep on the clock is still a job of its engine, and the clock has no other
/// way to find it.
package final class Readiness: Sendable {
  /// Processes everything that is ready, in the isolation of the engine's owner; for a store, that is the main actor.
  /// The owner is retained only meanwhile.
  ///
  /// - Returns: Whether the owner still exists.
  typealias Drain = nonisolated(nonsending) @Sendable () async -> Bool

  /// The engines that have been announced and not drained, in the order of announcement.
  ///
  /// The list is global to the process, because an engine and the code that moves its clock need not have anything
  /// else in common.
  private static let announced = Mutex<[Readiness]>([])

  private let owner = Mutex<Owner?>(nil)
  /// Whether the engine is in the list, or must never be added again. Changed only with the list locked.
  private let isAnnounced = Atomic(false)
  private let isDraining = Atomic(false)
  private let didAnnounce: @Sendable () -> Void
  /// The test that created the engine. Tests run concurrently, and a test does not drain the engines of another,
  /// because their issues would be reported in the wrong test.
  private let test = currentTestID

  /// Boxed in a struct, because a mutex stores a function in generic form and wraps it again at each read.
  private struct Owner {
    let drain: Drain
  }

  /// Creates the readiness of an engine that has nothing to process.
  ///
  /// - Parameter didAnnounce: Called, on any thread, when the engine becomes ready while it is not being drained.
  init(didAnnounce: @escaping @Sendable () -> Void) {
    self.didAnnounce = didAnnounce
  }

  /// Sets the function that drains the engine.
  func setDrain(_ drain: @escaping Drain) {
    owner.withLock { $0 = Owner(drain: drain) }
  }

  /// Drains the engine, if its owner still exists.
  nonisolated(nonsending) func drain() async {
    guard let owner = owner.withLock({ $0 }) else { return }
    if await !owner.drain() { close() }
  }

  /// Records that something has become ready. May be called on any thread.
  ///
  /// When this returns, the engine is in the list, where it stays until it is drained.
  func signal() {
    guard !isAnnounced.load(ordering: .acquiring) else { return }
    Self.announced.withLock { announced in
      guard !isAnnounced.exchange(true, ordering: .acquiringAndReleasing) else { return }
      announced.append(self)
    }
    if !isDraining.load(ordering: .acquiring) { didAnnounce() }
  }

  /// Drains the engine, and announces it again if something is left.
  func whileDraining(_ engine: EffectEngine, _ drain: () -> Void) {
    isDraining.store(true, ordering: .releasing)
    drain()
    isDraining.store(false, ordering: .releasing)
    // Checked after both flags are cleared, so that another thread that adds work later finds them cleared.
    let isReady = Self.announced.withLock { announced in
      let wasAnnounced = isAnnounced.exchange(false, ordering: .acquiringAndReleasing)
      let isReady = engine.isReady
      if isReady {
        isAnnounced.store(true, ordering: .releasing)
        if !wasAnnounced { announced.append(self) }
      } else if wasAnnounced {
        announced.removeAll { $0 === self }
      }
      return isReady
    }
    if isReady { didAnnounce() }
  }

  /// Ends announcements permanently, before the engine is shut down.
  func close() {
    Self.announced.withLock { announced in
      isAnnounced.store(true, ordering: .releasing)
      announced.removeAll { $0 === self }
    }
  }
}

extension Readiness {
  /// Runs everything that is ready until it waits for something.
  ///
  /// - In an effect: the effect waits until its own engine is idle.
  /// - Elsewhere: all ready engines are drained.
  ///
  /// This is exact. Only tasks outside of all engines run on executors whose idleness cannot be observed.
  ///
  /// - Parameters:
  ///   - test: The test whose engines are drained; `nil` for all engines.
  ///   - turns: How often to give those tasks a turn: the caller yields its actor and the global executor that many
  ///     times. A task that needs no more turns than that to start has then begun.
  static func settleAll(
    of test: TestContext.Testing.Test.ID?,
    turns: Int = usualTurns,
    isolation: isolated (any Actor)?
  ) async {
    if let engine = RunningEffect.current?.engine, engine.executor.isCurrent {
      repeat {
        await engine.executor.waitUntilIdle()
      } while await settleAnnounced(of: test, elsewhereThan: engine.readiness)
      return
    }
    guard turns > 0 else { return await settleAnnounced(of: test) }
    // On an actor, waiting jobs run once the caller has left the actor, and may continue on the global executor.
    let rounds = isolation == nil ? 1 : 2
    for _ in 0..<rounds {
      await giveWay(turns: turns)
      await settleAnnounced(of: test)
    }
  }

  /// Yields first to the jobs waiting for the global executor, and then to those waiting for the caller's actor.
  @concurrent
  private static func giveWay(turns: Int) async {
    for _ in 0..<turns { await Task.yield() }
  }

  /// How often an engine is drained at most before a clock moves: after that, its effects are assumed never to wait.
  private static let maxTurns = 256

  /// The number of turns for tasks outside of all engines when a clock moves.
  static let usualTurns = 5

  /// The announced engines of a test, and those outside of any test.
  private static func ready(of test: TestContext.Testing.Test.ID?, except own: Readiness?) -> [Readiness] {
    announced.withLock { announced in
      announced.filter { $0 !== own && (test == nil || $0.test == nil || $0.test == test) }
    }
  }

  private nonisolated(nonsending) static func settleAnnounced(
    of test: TestContext.Testing.Test.ID?,
    except own: Readiness? = nil
  ) async {
    // Effects that never wait must not keep the clock from moving.
    for _ in 0..<maxTurns {
      let ready = ready(of: test, except: own)
      if ready.isEmpty { return }
      for readiness in ready { await readiness.drain() }
    }
  }

  /// Drains the other engines from outside of the requesting effect's engine. An engine is never drained within
  /// another, so two engines that drain each other cannot deadlock.
  ///
  /// - Returns: Whether there were any.
  private nonisolated(nonsending) static func settleAnnounced(
    of test: TestContext.Testing.Test.ID?,
    elsewhereThan own: Readiness?
  ) async -> Bool {
    if ready(of: test, except: own).isEmpty { return false }
    await Task(executorPreference: globalConcurrentExecutor) { await settleAnnounced(of: test, except: own) }
      .value
    return true
  }
}
