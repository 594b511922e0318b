import DequeModule
import Synchronization

/// Whether an engine has something to process.
///
/// An engine that becomes ready is announced, once until it has been drained. Moving a clock drains all announced
/// engines first: an effect that is about to sleep on the clock is still a job of its engine, and the clock has no
/// other way to find it.
final class Readiness: Sendable {
  /// Processes everything that is ready, in the isolation in which the engine's owner is used: a store's is the main
  /// actor. The owner is kept alive only while that is being done.
  ///
  /// - Returns: Whether there is still an owner.
  typealias Drain = nonisolated(nonsending) @Sendable () async -> Bool

  /// The engines that have been announced and not drained, in the order of their announcements.
  ///
  /// One list for the process: an engine and the code that moves its clock need not have anything else in common.
  private static let announced = Mutex<Deque<Readiness>>([])

  private let owner = Mutex<Owner?>(nil)
  /// Whether the engine is in the list, or is never to be put there again. Changed only with the list locked.
  private let isAnnounced = Atomic(false)
  private let isDraining = Atomic(false)
  private let didAnnounce: @Sendable () -> Void
  /// The test that made the engine. Tests run at the same time, and none drains the engines of another: what is reported
  /// meanwhile would be reported in the wrong test.
  private let test = currentTestID

  /// A function by itself would be wrapped once more each time it is read: a mutex keeps it as generic code calls it.
  private struct Owner {
    let drain: Drain
  }

  /// Creates the readiness of an engine that has nothing to process.
  ///
  /// - Parameter didAnnounce: Called, on any thread, when the engine has become ready while it was not being drained.
  init(didAnnounce: @escaping @Sendable () -> Void) {
    self.didAnnounce = didAnnounce
  }

  /// Sets what drains the engine.
  func setDrain(_ drain: @escaping Drain) {
    owner.withLock { $0 = Owner(drain: drain) }
  }

  /// Drains the engine, if there is one left.
  nonisolated(nonsending) func drain() async {
    guard let owner = owner.withLock({ $0 }) else { return }
    if await !owner.drain() { close() }
  }

  /// Notes that something has become ready. May be called on any thread.
  ///
  /// The engine is in the list when this returns, until it has been drained.
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
    // Looked at after the two flags were cleared: what another thread adds later finds them cleared.
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

  /// Ends announcements for good, before the engine is shut down.
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
  /// - In an effect: the effect waits until its own engine has nothing else to do.
  /// - Elsewhere: all engines that are ready are drained.
  ///
  /// That is exact. Tasks that belong to no engine run on executors that cannot be asked whether they are idle.
  ///
  /// - Parameters:
  ///   - test: The test whose engines are drained; `nil` for all engines.
  ///   - givingWay: Whether those tasks get a chance too: the caller lets its actor and the global executor run what
  ///     waits there, a fixed number of times. A task that needs no more than that has then begun.
  static func settleAll(
    of test: TestContext.Testing.Test.ID?,
    givingWay: Bool,
    isolation: isolated (any Actor)?
  ) async {
    if let effect = EffectContext.current, effect.isOnExecutor {
      repeat {
        await effect.waitUntilIdle()
      } while await settleAnnounced(of: test, elsewhereThan: effect.readiness)
      return
    }
    guard givingWay else { return await settleAnnounced(of: test) }
    // On an actor, what waits there runs once the caller has left it, and may continue on the global executor.
    let rounds = isolation == nil ? 1 : 2
    for _ in 0..<rounds {
      await giveWay()
      await settleAnnounced(of: test)
    }
  }

  /// Lets others run: first those that wait for the global executor, and then those that wait for the caller's actor.
  @concurrent
  private static func giveWay() async {
    for _ in 0..<5 { await Task.yield() }
  }

  /// The announced engines of a test, and those of none.
  private static func ready(of test: TestContext.Testing.Test.ID?, except own: Readiness?) -> [Readiness] {
    announced.withLock { announced in
      announced.filter { $0 !== own && (test == nil || $0.test == nil || $0.test == test) }
    }
  }

  private nonisolated(nonsending) static func settleAnnounced(
    of test: TestContext.Testing.Test.ID?,
    except own: Readiness? = nil
  ) async {
    while true {
      let ready = ready(of: test, except: own)
      if ready.isEmpty { return }
      for readiness in ready { await readiness.drain() }
    }
  }

  /// Drains the other engines from outside of the engine whose effect asks for it: one engine is never drained within
  /// another, so two that do so for each other cannot wait for each other.
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
