import Commands
import Core
import Foundation

/// The sessions that a client works in, by their handles.
final class OpenSessions<State, Action> {
  /// The handle of the session that is always there.
  static var mainHandle: String { "main" }
  /// How many can be open at once.
  static var most: Int { 32 }

  private let makeInterpreter: (UInt64?, Date?) -> Interpreter<State, Action>
  private var open: [String: Interpreter<State, Action>] = [:]
  private var lastNumber = 0
  /// Receives the progress of the running command.
  var didProgress: (ProgressReport) -> Void = { _ in }

  init(makeInterpreter: @escaping (UInt64?, Date?) -> Interpreter<State, Action>) {
    self.makeInterpreter = makeInterpreter
  }

  /// The main session, which begins when it is first used, and anew after it was closed.
  var main: Interpreter<State, Action> {
    if let interpreter = open[Self.mainHandle] { return interpreter }
    return begin(Self.mainHandle, seed: nil, epoch: nil)
  }

  /// The handles, sorted.
  var handles: [String] { Set(open.keys).union([Self.mainHandle]).sorted() }

  /// The session with a handle, by default the main one.
  func interpreter(_ handle: String?) throws(ToolFailure) -> Interpreter<State, Action> {
    let handle = handle ?? Self.mainHandle
    if handle == Self.mainHandle { return main }
    guard let interpreter = open[handle] else {
      throw ToolFailure(
        "no session '\(handle)' is open; open: \(handles.joined(separator: ", "))",
        hint: "'new_session' begins one"
      )
    }
    return interpreter
  }

  /// Begins a session.
  ///
  /// - Returns: Its handle.
  func begin(seed: UInt64?, epoch: Date?) throws(ToolFailure) -> String {
    guard open.count < Self.most else {
      throw ToolFailure(
        "\(open.count) sessions are open, the most at once",
        hint: "'close_session' closes one"
      )
    }
    lastNumber += 1
    let handle = "session-\(lastNumber)"
    begin(handle, seed: seed, epoch: epoch)
    return handle
  }

  /// Closes a session. What was neither saved nor recorded is lost.
  ///
  /// - Returns: What happened, as a sentence.
  @discardableResult
  func close(_ handle: String) throws(ToolFailure) -> String {
    _ = try interpreter(handle)
    open[handle] = nil
    let remark = handle == Self.mainHandle ? ", which begins anew when it is next used" : ""
    return "closed \(handle)\(remark); open: \(handles.joined(separator: ", "))"
  }

  @discardableResult
  private func begin(_ handle: String, seed: UInt64?, epoch: Date?) -> Interpreter<State, Action> {
    let interpreter = makeInterpreter(seed, epoch)
    interpreter.console.didProgress = { [weak self] in self?.didProgress($0) }
    open[handle] = interpreter
    return interpreter
  }
}
