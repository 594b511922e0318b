import Core
import Glibc
import Testing

@testable import Platform

@Suite(.serialized)
struct SignalWatchTests {
  init() {
    // The threads that tests run on may block all signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR2)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  @Test func aWatchedSignalWaitsToBeTaken() throws {
    let watch = try SignalWatch([SIGUSR2])
    #expect(!watch.isPending(SIGUSR2))
    raise(SIGUSR2)
    raise(SIGUSR2)
    #expect(watch.isPending(SIGUSR2))
    #expect(watch.take(SIGUSR2))
    #expect(!watch.take(SIGUSR2))
  }

  @Test func theEndPutsBackWhatWasThere() throws {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    let outer = try SignalWatch([SIGUSR2])
    raise(SIGUSR2)
    // What is ignored stays ignored.
    #expect(!outer.isPending(SIGUSR2))
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

  @Test func aSignalThatCannotBeWatchedIsAnError() {
    #expect(throws: SystemError("watch signal \(SIGKILL)", code: EINVAL)) { try SignalWatch([SIGKILL]) }
  }
}
