import TodoShellCommands
import Core
import Dispatch

/// A session that a client works in, with the queue on which its requests are answered one after the other. Sessions do
/// not wait for each other.
///
/// All members are used only on the queue, except for ``handle`` and ``queue``.
final class OpenSession {
  let handle: String
  let queue: DispatchQueue
  /// Whether it begins when it is first used, and anew after it was closed.
  fileprivate let beginsByItself: Bool
  private unowned let sessions: OpenSessions
  /// `nil` before it begins, and after it was closed.
  private var begun: AnyInterpreter?
  /// The request that is being answered.
  private var call: RPCServer.Call?
  /// Receives the progress of the running command.
  private var didProgress: (Progressed) -> Void = { _ in }

  fileprivate init(_ handle: String, of sessions: OpenSessions, beginsByItself: Bool = false) {
    self.handle = handle
    self.sessions = sessions
    self.beginsByItself = beginsByItself
    queue = DispatchQueue(label: handle)
  }

  /// Its interpreter.
  ///
  /// - Throws: An error if the session was closed.
  var interpreter: AnyInterpreter {
    get throws(ToolFailure) {
      if let begun { return begun }
      guard beginsByItself else { throw sessions.unknown(handle) }
      return begin()
    }
  }

  /// Begins the session.
  @discardableResult
  func begin(seed: UInt64? = nil, epoch: Date? = nil) -> AnyInterpreter {
    let interpreter = sessions.makeInterpreter(seed, epoch)
    interpreter.debugger.isInterrupted = { [unowned self] in call?.isCancelled == true }
    interpreter.debugger.events.optionName = { "`\($0.argumentName)`" }
    interpreter.console.didProgress = { [unowned self] in didProgress($0) }
    begun = interpreter
    return interpreter
  }

  /// The handles of all open sessions.
  var all: [String] { sessions.handles }

  /// Closes the session. What was neither saved nor recorded is lost.
  ///
  /// - Returns: What happened, as a sentence.
  @discardableResult
  func close() -> String {
    begun = nil
    sessions.remove(self)
    let remark = beginsByItself ? ", which begins anew when it is next used" : ""
    return "closed \(handle)\(remark); open: \(all.joined(separator: ", "))"
  }

  /// Answers a request that can be cancelled.
  func answering<Result, Failure: Error>(
    _ call: RPCServer.Call,
    didProgress: @escaping (Progressed) -> Void,
    _ answer: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    self.call = call
    self.didProgress = didProgress
    defer { (self.call, self.didProgress) = (nil, { _ in }) }
    // As on the thread of the program: see `ShellApplication.run`.
    return try StateObservation.suspended(answer)
  }
}

/// The sessions that a client works in, by their handles. Any thread can use it.
final class OpenSessions {
  /// The handle of the session that is always there.
  static let mainHandle = "main"
  /// How many can be open at once.
  static let most = 32

  /// The session that is always there.
  private(set) lazy var main = OpenSession(Self.mainHandle, of: self, beginsByItself: true)
  /// A session for help, which is not listed.
  private(set) lazy var manual = OpenSession("manual", of: self, beginsByItself: true)
  private let make: (UInt64?, Date?) -> AnyInterpreter
  /// Creating a session calls the feature's code, which need not be safe on several threads.
  private let making = RecursiveLock()
  private var open: [String: OpenSession] = [:]
  private var lastNumber = 0
  /// Protects `open` and `lastNumber`.
  private let lock = RecursiveLock()

  /// - Parameter make: Makes an interpreter from a seed and a date if they are given. Called by one thread at a time.
  init(make: @escaping (UInt64?, Date?) -> AnyInterpreter) {
    self.make = make
    open[Self.mainHandle] = main
  }

  /// The handles, sorted.
  var handles: [String] { lock.withLock { open.keys.sorted() } }

  /// The session with a handle, by default the main one.
  func session(_ handle: String?) throws(ToolFailure) -> OpenSession {
    let handle = handle ?? Self.mainHandle
    if let session = lock.withLock({ open[handle] }) { return session }
    throw unknown(handle)
  }

  /// A session with a new handle, which has not begun.
  func add() throws(ToolFailure) -> OpenSession {
    let session = lock.withLock { () -> OpenSession? in
      guard open.count < Self.most else { return nil }
      lastNumber += 1
      let new = OpenSession("session-\(lastNumber)", of: self)
      open[new.handle] = new
      return new
    }
    if let session { return session }
    throw ToolFailure("\(Self.most) sessions are open, the maximum", hint: "'close_session' closes one")
  }

  fileprivate func remove(_ session: OpenSession) {
    guard !session.beginsByItself else { return }
    lock.withLock { open[session.handle] = nil }
  }

  func makeInterpreter(_ seed: UInt64? = nil, _ epoch: Date? = nil) -> AnyInterpreter {
    making.withLock { make(seed, epoch) }
  }

  fileprivate func unknown(_ handle: String) -> ToolFailure {
    ToolFailure(
      "no session '\(handle)' is open; open: \(handles.joined(separator: ", "))",
      hint: "'new_session' begins one"
    )
  }
}
