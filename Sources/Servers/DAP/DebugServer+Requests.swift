import TodoShellCommands
import Core

/// The requests of the protocol.
extension DebugServer {
  func handle(_ request: DebugRequest) {
    do {
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
    case "configurationDone": start.isConfigured = true
    case "disconnect": end(.connection())
    case "terminate": end(.script)
    case "restart":
      guard debuggee != nil, start.request == nil else { throw DebugError("no script is being debugged") }
      end(.restart)
    case "cancel": cancel(request)
    case "threads":
      let name = (start.launch?.program).map(AtomicFile.name) ?? "script"
      return ["threads": [["id": 1, "name": name.json]]]
    case "setBreakpoints": return try setBreakpoints(request)
    case "setFunctionBreakpoints": return try setFunctionBreakpoints(request)
    case "setDataBreakpoints": return try setDataBreakpoints(request)
    case "setExceptionBreakpoints": return try setExceptionBreakpoints(request)
    case "dataBreakpointInfo": return try dataBreakpointInfo(request)
    case "breakpointLocations": return try breakpointLocations(request)
    case "loadedSources": return loadedSources()
    // About a script that has stopped.
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
    case "continue", "reverseContinue", "next", "stepIn", "stepOut", "stepBack": return try resume(request)
    default: throw DebugError("there is no request '\(request.command)'")
    }
    return nil
  }

  private func resume(_ request: DebugRequest) throws(DebugError) -> JSON? {
    let (debuggee, view) = try stopped()
    let depth = debuggee.trace.entries[view.entry].depth
    let isAtMoment = view.step > 0
    let isFine = request["granularity"]?.string == "instruction"
    switch request.command {
    case "continue":
      resume(.forward(.end))
      return ["allThreadsContinued": true]
    case "reverseContinue": resume(.backward(.end))
    case "next": resume(.forward(isFine ? .moment : .command(depth: depth)))
    case "stepIn": resume(.forward(.moment))
    case "stepOut": resume(.forward(.command(depth: isAtMoment ? depth : depth - 1)))
    default: resume(.backward(isFine || isAtMoment ? .moment : .command(depth: depth)))
    }
    return nil
  }

  private var capabilities: JSON {
    let supported = [
      "ConfigurationDoneRequest", "FunctionBreakpoints", "ConditionalBreakpoints",
      "HitConditionalBreakpoints",
      "EvaluateForHovers", "StepBack", "SetVariable", "SetExpression", "GotoTargetsRequest",
      "CompletionsRequest", "RestartRequest", "ExceptionInfoRequest", "DelayedStackTraceLoading",
      "LoadedSourcesRequest", "LogPoints", "TerminateRequest", "DataBreakpoints", "CancelRequest",
      "BreakpointLocationsRequest", "ClipboardContext", "SteppingGranularity",
    ]
    let filters = DebugBreakpoints.filters.map { filter in
      JSON.object([
        "filter": filter.name.json, "label": filter.label.json, "default": filter.isDefault.json,
      ])
    }
    return .object(
      supported.map { ("supports\($0)", true) } + [
        ("exceptionBreakpointFilters", .array(filters)),
        ("completionTriggerCharacters", [".", " "]),
      ]
    )
  }
}
