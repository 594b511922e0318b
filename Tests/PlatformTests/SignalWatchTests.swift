import CTodoShellPlatform
import Core
import Dispatch
import TodoShellSystem
import Synchronization
import Testing

@testable import TodoShellPlatform

@Suite(.serialized)
struct SignalWatchTests {
  /// Called by each test itself: the threads that tests run on may block all signals, and a test may begin on another thread than
  /// its suite.
  private func unblockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR2)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  @Test func aWatchedSignalWaitsToBeTaken() throws {
    unblockSignals()
    let watch = try SignalWatch([SIGUSR2])
    #expect(!SignalWatch.isPending(SIGUSR2))
    raise(SIGUSR2)
    raise(SIGUSR2)
    #expect(SignalWatch.isPending(SIGUSR2))
    #expect(watch.take(SIGUSR2))
    #expect(!watch.take(SIGUSR2))
  }

  @Test func theEndPutsBackWhatWasThere() throws {
    unblockSignals()
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    let outer = try SignalWatch([SIGUSR2])
    raise(SIGUSR2)
    // What is ignored stays ignored.
    #expect(!outer.take(SIGUSR2))
    signal(SIGUSR2, SIG_DFL)
    let watch = try SignalWatch([SIGUSR2])
    let nested = try SignalWatch([SIGUSR2])
    nested.end()
    raise(SIGUSR2)
    #expect(watch.take(SIGUSR2))
    watch.end()
    var action = sigaction()
    sigaction(SIGUSR2, nil, &action)
    #expect(action.__sigaction_handler.sa_handler == nil)
  }

  @Test func theEndOfOneWatchLeavesTheOthers() throws {
    unblockSignals()
    let outer = try SignalWatch([SIGUSR2])
    let other = try SignalWatch([SIGUSR2])
    outer.end()
    let ignoring = try SignalWatch(ignoring: [SIGUSR2])
    raise(SIGUSR2)
    #expect(!other.take(SIGUSR2))
    ignoring.end()
    raise(SIGUSR2)
    #expect(other.take(SIGUSR2))
  }

  /// The rescue of the terminal took the place of the watch, and its end that of both.
  @Test func theEndOfARescueLeavesAWatch() throws {
    unblockSignals()
    terminal_rescue_set_file("/no/such/file")
    let watch = try SignalWatch([SIGTERM])
    terminal_rescue_set_file(nil)
    // Would end the tests.
    raise(SIGTERM)
    #expect(watch.take(SIGTERM))
    watch.end()
    var action = sigaction()
    sigaction(SIGTERM, nil, &action)
    #expect(action.__sigaction_handler.sa_handler == nil)
  }

  /// What a poll that a signal interrupted said was taken for input, and the reading of it waited forever.
  @Test func signalsDoNotMakeADescriptorReady() throws {
    unblockSignals()
    let watch = try SignalWatch([SIGUSR2])
    defer { watch.end() }
    let ends = try Descriptor.pipe()
    defer { for end in [ends.read, ends.write] { close(end) } }
    let (polling, sending) = (pthread_self(), DispatchGroup())
    let isOver = Mutex(false)
    DispatchQueue.global().async(group: sending) {
      while !isOver.withLock({ $0 }) { pthread_kill(polling, SIGUSR2) }
    }
    let wrong = (0..<20_000).count { _ in Descriptor.isReady(ends.read, POLLIN) }
    isOver.withLock { $0 = true }
    sending.wait()
    #expect(wrong == 0)
  }

  @Test func aSignalThatCannotBeWatchedIsAnError() {
    #expect(throws: SystemError("watch signal \(SIGKILL)", code: EINVAL)) { try SignalWatch([SIGKILL]) }
  }
}
