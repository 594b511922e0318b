import Foundation
import TestSupport
import Testing

/// What the parts in C call. Another function may not exist on another system, so that each is a decision.
struct CFunctionTests {
  private static let ofPOSIX = """
    abort alarm atexit bcmp calloc clock_gettime close execve fclose fflush free ftruncate getpgrp
    getpid getrlimit ioctl kill malloc memcpy memmove memset open open_memstream poll posix_spawn
    posix_spawn_file_actions_adddup2 posix_spawn_file_actions_destroy posix_spawn_file_actions_init
    posix_spawnattr_destroy posix_spawnattr_init posix_spawnattr_setflags posix_spawnattr_setsigdefault
    posix_spawnattr_setsigmask pthread_attr_destroy pthread_attr_init pthread_attr_setguardsize
    pthread_attr_setstacksize pthread_cond_signal pthread_cond_wait pthread_create pthread_detach
    pthread_join pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock
    pthread_mutexattr_destroy pthread_mutexattr_init pthread_mutexattr_settype pthread_once
    pthread_sigmask raise readlink rewind sched_yield setvbuf
    sigaction sigaddset sigaltstack sigemptyset sigfillset sigismember sigpending sigsuspend snprintf
    stat stderr strcpy strlen strncpy sysconf tcgetattr tcgetpgrp tcsetattr ttyname_r unlink waitpid
    write
    """

  /// Each is in a branch for systems that have it, beside one that does without it.
  private static let ofSomeSystems = """
    environ fopencookie gettid madvise mallinfo2 memmem pipe2 prctl sched_getaffinity
    sem_destroy sem_init sem_post sem_wait signalfd
    """

  private static let ofTheLineEditor = """
    el_cursor el_get el_init_fd el_wget el_wparse el_wreplacestr el_wset history_w tok_wend tok_winit
    tok_wstr
    """

  @Test(.enabled(if: isDebugBuild)) func onlyListedFunctionsAreCalled() throws {
    let products = URL(filePath: builtProgram("")).path
    let objects = try ["CTodoShellPlatform", "CTodoShellThreads", "CLibedit"].flatMap { name in
      let folder = "\(products)/\(name).build"
      return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".o") }
        .map { "\(folder)/\($0)" }
    }
    let nm = Process()
    let output = Pipe()
    nm.executableURL = URL(filePath: "/usr/bin/env")
    nm.arguments = ["nm", "-P"] + objects
    nm.standardOutput = output
    try nm.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    nm.waitUntilExit()
    let symbols = text.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count > 1 }
    let defined = Set(symbols.filter { $0[1] != "U" }.map { $0[0] })
    // The compiler and the library's headers call what begins with underscores.
    let called = Set(symbols.filter { $0[1] == "U" && !$0[0].hasPrefix("__") }.map { $0[0] }).subtracting(
      defined
    )
    let listed = [Self.ofPOSIX, Self.ofSomeSystems, Self.ofTheLineEditor].joined(separator: " ").split {
      $0.isWhitespace
    }
    #expect(called.count > 50, "the objects were found")
    #expect(called.subtracting(listed).sorted() == [], "list it, with a branch for systems without it")
  }
}
