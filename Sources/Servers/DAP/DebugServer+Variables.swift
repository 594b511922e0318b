import TodoShellCommands
import Core

/// The state as a tree, by page.
extension DebugServer {
  func variables(_ request: DebugRequest) throws(DebugError) -> JSON {
    let debuggee = try stopped().debuggee
    let start = max(0, request.integer("start") ?? 0)
    let count = request.integer("count") ?? 0
    let page = start..<(count > 0 ? start + count : Int.max)
    let list: [JSON]
    switch handles[try request.number("variablesReference")] {
    case .value(let expression, let moment):
      let outline = try outline(of: expression, at: moment, page)
      let filter = request["filter"]?.string
      let isWanted = filter == nil || (filter == "indexed") == outline.isList
      return ["variables": .array(isWanted ? outline.members.map { json($0, moment) } : [])]
    case .effects(let moment):
      list = moment.effects.map { effect in
        let due = effect.deadline.map { "in \(($0 - moment.now).formatted)" } ?? "waiting"
        let number = handles.number(of: .effect(effect, moment))
        return json(effect.name ?? "#\(effect.moment)", "\(effect.text), \(due)", number, members: 5)
      }
    case .effect(let effect, _):
      list = [
        json("moment", "#\(effect.moment)"), json("name", effect.name ?? "nil"),
        json("site", effect.site ?? "nil"),
        json("ids", effect.cancelIDs.joined(separator: ", ")),
        json("due", effect.deadline.map { "+\($0.formatted)" } ?? "nil"),
      ]
    case .clock(let moment):
      let date = debuggee.interpreter.debugger.recorder.origin.epoch
      list = [json("now", "+\(moment.now.formatted)"), json("epoch", date.iso8601)]
    case .variables(let definitions):
      list = definitions.variables.inOrderOfKeys.map { json("$\($0)", $1.literal) }
    case .frame, .target, nil: throw DebugError("there is no such variable any more")
    }
    let rest = request["filter"]?.string == "indexed" ? [] : list[page.clamped(to: 0..<list.count)]
    return ["variables": .array(Array(rest))]
  }

  func outline(
    of expression: Expression?,
    at moment: AnyMoment,
    _ page: Range<Int>
  ) throws(DebugError) -> ValueOutline {
    let debugger = try stopped().debuggee.interpreter.debugger
    return try DebugError.converting {
      try debugger.outline(of: expression, at: moment, page: page).outline
    }
  }

  private func json(_ name: String, _ value: String, _ number: Int = 0, members: Int? = nil) -> JSON {
    [
      "name": name.json, "value": value.json, "variablesReference": number.json,
      "namedVariables": members?.json,
    ]
  }

  private func json(_ member: ValueOutline.Member, _ moment: AnyMoment) -> JSON {
    let expression = member.path.flatMap { try? Expression(parsing: SourceText($0)) }
    return .object(
      [
        ("name", member.name.json), ("value", member.text.json), ("type", member.type.json),
      ] + (member.path.map { [("evaluateName", $0.json)] } ?? [])
        + reference(to: expression, at: moment, member.count, isList: member.isList)
    )
  }

  /// The members of a response that refer to the members of a value.
  func reference(
    to expression: Expression?,
    at moment: AnyMoment,
    _ count: Int,
    isList: Bool
  ) -> [(name: String, value: JSON)] {
    guard let expression, count > 0 else { return [("variablesReference", 0)] }
    return [
      ("variablesReference", handles.number(of: .value(expression, moment)).json),
      (isList ? "indexedVariables" : "namedVariables", count.json),
    ]
  }
}
