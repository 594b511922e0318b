import TodoShellCommands
import Core

/// The scripts, and setting breakpoints in them.
extension DebugServer {
  private typealias Breakpoints = DebugBreakpoints

  func setBreakpoints(_ request: DebugRequest) throws(DebugError) -> JSON {
    let path = try client.path(of: request["source"])
    let lines = Result { () throws(DebugError) in try commandLines(of: path) }
    return try set(request, where: { if case .line(_, path) = $0 { true } else { false } }) {
      (json, _) throws(DebugError) in
      guard let line = json["line"]?.smallInteger.map({ client.line(from: $0) }) else {
        throw DebugError("a breakpoint needs a 'line'")
      }
      guard line > 0 else { throw DebugError("there is no line \(line)") }
      guard let place = try lines.get().first(where: { $0.upperBound >= line }) else {
        throw DebugError("there is no command at or after line \(line)")
      }
      return .line(place.lowerBound, path: path)
    }
  }

  func setFunctionBreakpoints(_ request: DebugRequest) throws(DebugError) -> JSON {
    try set(request, where: { if case .function = $0 { true } else { false } }) {
      (json, number) throws(DebugError) in
      guard let debuggee else { throw DebugError("actions are known when a script has been launched") }
      let name = json["name"]?.string ?? ""
      return .function(
        try DebugError.converting {
          try debuggee.breakpoint(parsing: name, number: number)
        }
      )
    }
  }

  func setDataBreakpoints(_ request: DebugRequest) throws(DebugError) -> JSON {
    try set(request, where: { if case .value = $0 { true } else { false } }) { (json, _) throws(DebugError) in
      .value(HistoryQuery(try breakpoints.expression(json["dataId"]?.string ?? "")))
    }
  }

  /// Replaces the breakpoints of a kind by those of a request. One with an error is not verified.
  private func set(
    _ request: DebugRequest,
    where isOld: (Breakpoints.Place) -> Bool,
    at place: (JSON, _ number: Int) throws(DebugError) -> Breakpoints.Place
  ) throws(DebugError) -> JSON {
    var items: [Breakpoints.Item] = []
    var results: [JSON] = []
    for json in try request.list("breakpoints") {
      do {
        func text(_ name: String) -> String? { json[name]?.string?.nonEmpty }
        let item = try breakpoints.item(
          condition: text("condition"),
          hitCondition: text("hitCondition"),
          message: text("logMessage")
        ) { (number) throws(DebugError) in try place(json, number) }
        items.append(item)
        results.append(self.json(item))
      } catch {
        results.append(
          [
            "id": breakpoints.count.json, "verified": false, "message": error.message.json,
            "reason": "failed",
          ]
        )
      }
    }
    breakpoints.replace(where: isOld, with: items)
    return ["breakpoints": .array(results)]
  }

  private func json(_ item: Breakpoints.Item) -> JSON {
    var line: JSON?
    var source: JSON?
    if case .line(let number, let path) = item.place {
      line = client.line(number)
      source = client.source(path)
    }
    return ["id": item.number.json, "verified": true, "line": line, "source": source]
  }

  func setExceptionBreakpoints(_ request: DebugRequest) throws(DebugError) -> JSON? {
    let known = Breakpoints.filters.map(\.name)
    let names = try request.list("filters").compactMap(\.string)
    breakpoints.failures = Set(names.filter(known.contains))
    return [
      "breakpoints": .array(
        names.map { name in
          known.contains(name)
            ? ["verified": true]
            : ["verified": false, "message": "there is no filter '\(name)'"]
        }
      )
    ]
  }

  func dataBreakpointInfo(_ request: DebugRequest) throws(DebugError) -> JSON {
    let name = try request.text("name")
    var path = name
    if let number = request.integer("variablesReference") {
      guard case .value(let parent, _) = handles[number] else {
        return ["dataId": .null, "description": "only the state and its members can be watched"]
      }
      path = ValueOutline.path(of: name, in: parent?.source.text ?? "")
    }
    do throws(DebugError) {
      guard try !breakpoints.expression(path).isConstant else { throw DebugError("'\(path)' never changes") }
    } catch {
      return ["dataId": .null, "description": error.message.json]
    }
    return [
      "dataId": path.json, "description": "where \(path) changes",
      "accessTypes": ["write"], "canPersist": true,
    ]
  }

  func breakpointLocations(_ request: DebugRequest) throws(DebugError) -> JSON {
    let first = client.line(from: try request.number("line"))
    let last = max(first, request.integer("endLine").map { client.line(from: $0) } ?? first)
    let lines = try commandLines(of: client.path(of: request["source"])).map(\.lowerBound)
    let found = lines.filter { (first...last).contains($0) }
    return ["breakpoints": .array(found.map { ["line": client.line($0)] })]
  }

  /// The script and those that it has run so far.
  func loadedSources() -> JSON {
    let files = [start.launch?.program].compactMap(\.self) + (debuggee?.files ?? [])
    return ["sources": .array(files.map { client.resolved($0) }.removingDuplicates.map { client.source($0) })]
  }

  /// The lines of each command of a script.
  private func commandLines(of path: String) throws(DebugError) -> [ClosedRange<Int>] {
    try DebugError.converting {
      try application.commandLines(in: ScriptSource.regularFile(path))
    }
  }
}
