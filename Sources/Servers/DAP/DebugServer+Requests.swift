import Commands
import Core
import Debugger
import Values

/// The requests of the protocol.
extension DebugServer {
  func handle(_ request: DebugRequest) {
    do throws(DebugError) {
      let body = try answer(request)
      // A launch is answered when the breakpoints have been set.
      if request.command != "launch" { connection.respond(to: request, body) }
    } catch {
      connection.fail(request, error)
    }
  }

  private func answer(_ request: DebugRequest) throws(DebugError) -> JSON? {
    switch request.command {
    case "initialize":
      client = try DebugClient(request)
      return capabilities
    case "launch": try launch(request)
    case "attach": throw DebugError("there is nothing to attach to; 'launch' runs a script")
    case "configurationDone": isConfigured = true
    case "disconnect": end(disconnecting: true)
    case "terminate": end()
    case "restart": try restart(request)
    case "cancel": cancel(request)
    case "threads":
      let name = debuggee?.launch.program.split(separator: "/").last.map(String.init) ?? "script"
      return .object(["threads": .array([.object(["id": .number(1), "name": .string(name)])])])
    case "setBreakpoints": return try setBreakpoints(request)
    case "setFunctionBreakpoints": return try setFunctionBreakpoints(request)
    case "setDataBreakpoints": return try setDataBreakpoints(request)
    case "setExceptionBreakpoints": return try setExceptionBreakpoints(request)
    case "dataBreakpointInfo": return try dataBreakpointInfo(request)
    case "breakpointLocations": return try breakpointLocations(request)
    case "loadedSources": return loadedSources()
    default: return try answerStopped(request)
    }
    return nil
  }

  /// Answers requests about a script that has stopped.
  private func answerStopped(_ request: DebugRequest) throws(DebugError) -> JSON? {
    switch request.command {
    case "stackTrace": return try stackTrace(request)
    case "scopes": return try scopes(request)
    case "variables": return try variables(request)
    case "evaluate": return try evaluate(request)
    case "setVariable": return try setVariable(request)
    case "setExpression": return try setExpression(request)
    case "completions": return try completions(request)
    case "exceptionInfo": return try exceptionInfo()
    case "gotoTargets": return try gotoTargets(request)
    case "goto": try goto(request)
    case "pause":
      guard let debuggee else { throw DebugError("no script is being debugged") }
      if stop == nil { debuggee.pause() }
    default: return try resume(request)
    }
    return nil
  }

  private func resume(_ request: DebugRequest) throws(DebugError) -> JSON? {
    func depth() throws(DebugError) -> (depth: Int, isAtMoment: Bool, isFine: Bool) {
      let debuggee = try stoppedDebuggee()
      guard let view = debuggee.view else { throw DebugError("notStopped") }
      let isFine = request["granularity"]?.string == "instruction"
      return (debuggee.trace.entries[view.entry].depth, view.step > 0, isFine)
    }
    switch request.command {
    case "continue":
      _ = try stoppedDebuggee()
      resumption = .forward(.end)
      return .object(["allThreadsContinued": .bool(true)])
    case "reverseContinue":
      _ = try stoppedDebuggee()
      resumption = .backward(.end)
    case "next":
      let place = try depth()
      resumption = .forward(place.isFine ? .moment : .command(depth: place.depth))
    case "stepIn":
      _ = try stoppedDebuggee()
      resumption = .forward(.moment)
    case "stepOut":
      let place = try depth()
      resumption = .forward(.command(depth: place.isAtMoment ? place.depth : place.depth - 1))
    case "stepBack":
      let place = try depth()
      resumption = .backward(place.isFine || place.isAtMoment ? .moment : .command(depth: place.depth))
    default: throw DebugError("there is no request '\(request.command)'")
    }
    return nil
  }

  private func restart(_ request: DebugRequest) throws(DebugError) {
    guard debuggee != nil, launchRequest == nil else { throw DebugError("no script is being debugged") }
    end(restarting: true)
  }

  private var capabilities: JSON {
    let supported = [
      "ConfigurationDoneRequest", "FunctionBreakpoints", "ConditionalBreakpoints",
      "HitConditionalBreakpoints",
      "EvaluateForHovers", "StepBack", "SetVariable", "SetExpression", "GotoTargetsRequest",
      "CompletionsRequest",
      "RestartRequest", "ExceptionInfoRequest", "DelayedStackTraceLoading", "LoadedSourcesRequest",
      "LogPoints",
      "TerminateRequest", "DataBreakpoints", "CancelRequest", "BreakpointLocationsRequest",
      "ClipboardContext",
      "SteppingGranularity",
    ]
    let filters = DebugBreakpoints<State, Action>.filters.map { filter in
      JSON.object([
        "filter": .string(filter.name), "label": .string(filter.label), "default": .bool(filter.isDefault),
      ])
    }
    return .object(
      supported.map { ("supports\($0)", .bool(true)) } + [
        ("exceptionBreakpointFilters", .array(filters)),
        ("completionTriggerCharacters", .array([".", " "].map { .string($0) })),
      ]
    )
  }
}
