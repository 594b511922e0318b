import Core

extension EventFormat {
  /// All events of commands.
  package static var events: [any (Event & JSONObject).Type] {
    [
      Began.self, CommandBegan.self, MomentRecorded.self, Travelled.self, Presented.self, WatchChanged.self,
      Stopped.self, Answered.self, Printed.self, Noticed.self, Asserted.self, Diagnosed.self, Ended.self,
      Summarized.self,
    ]
  }

  /// The events that only live sessions send.
  private static var liveEvents: [any (Event & JSONObject).Type] {
    [Done.self, Completions.self, Inspected.self, Checked.self, Progressed.self, Viewed.self]
  }

  /// All answers.
  package static var answers: [any (Answer & JSONObject).Type] {
    [
      ValueAnswer.self, OutlineAnswer.self, EffectsAnswer.self, BlameAnswer.self, WhyNotAnswer.self,
      MomentsAnswer.self, StretchesAnswer.self, PlotAnswer.self, LogAnswer.self, MomentAnswer.self,
      DifferenceAnswer.self, ComparisonAnswer.self, TreeAnswer.self, WhatIfAnswer.self,
      ReproducibleAnswer.self, ReceivedAnswer.self, ExhaustiveAnswer.self, FailureAnswer.self,
      WatchesAnswer.self, BreakpointsAnswer.self, MarksAnswer.self, MovesAnswer.self, StatisticsAnswer.self,
      ClockAnswer.self, EndpointsAnswer.self, ScreenAnswer.self, FileAnswer.self, RecordingAnswer.self,
      TraceAnswer.self,
      TranscriptAnswer.self,
      SettingsAnswer.self, AliasesAnswer.self, MacrosAnswer.self, VariablesAnswer.self, HelpAnswer.self,
      CommandsAnswer.self, VersionAnswer.self, HistoryAnswer.self, ExplorationAnswer.self,
      CounterexampleAnswer.self, LikelihoodAnswer.self,
    ]
  }

  /// The JSON Schema that each line conforms to.
  package static var schema: JSON {
    var definitions = JSONDefinitions()
    let forms = forms(events: events + liveEvents, answers: answers, rendered: true, &definitions)
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Events of todoshell --format json, version \(version)",
      "oneOf": .array(forms),
      "$defs": definitions.json,
    ]
  }

  /// The schemas of events and answers.
  ///
  /// - Parameter rendered: Whether to include the human-readable members that a request can ask for.
  package static func forms(
    events: [any (Event & JSONObject).Type],
    answers: [any (Answer & JSONObject).Type],
    rendered: Bool = false,
    _ definitions: inout JSONDefinitions
  ) -> [JSON] {
    func form<E: Event & JSONObject>(of type: E.Type) -> JSON {
      let added: [JSONMember<E>] = rendered && Self.rendered.contains { $0 == type } ? renderings() : []
      return definitions.object(E.members + added, kind: ["event": E.name])
    }
    func form<A: Answer & JSONObject>(of _: A.Type) -> JSON {
      definitions.object(
        A.members + (rendered ? renderings() : []),
        kind: ["event": Answered.name, "answer": A.kind]
      )
    }
    return events.filter { $0 != Answered.self }.map { form(of: $0) } + answers.map { form(of: $0) }
  }

  /// The events besides answers that are also rendered.
  private static var rendered: [any Event.Type] { [MomentRecorded.self, Travelled.self, Diagnosed.self] }

  /// Whether an event of a request is also rendered.
  package static func isRendered(_ event: any Event) -> Bool {
    event is Answered || rendered.contains { $0 == type(of: event) }
  }

  /// The human-readable members that an event of a request has in addition to its own.
  private static func renderings<Owner: JSONObject>() -> [JSONMember<Owner>] {
    let own = Set(Owner.members.map(\.name))
    return Owner.fields([
      "text": .value("with -i: as text") { _ in String?.none },
      "html": .value("with -i: as HTML, if the request asks for it") { _ in String?.none },
      "svg": .value("with -i: as a drawing, if the request asks for it and there is one") { _ in String?.none
      },
    ]).filter { !own.contains($0.name) }
  }

  /// The text of `help json`.
  package static var help: [String] {
    let events = (events + liveEvents).flatMap { entry($0.name, $0.summary, names(of: $0)) }
    let answers = answers.flatMap { entry($0.kind, nil, names(of: $0)) }
    return paragraphs(
      """
      --format json prints events as JSON, one per line (version \(version)). Each has a member 'event'; \
      members without a value are omitted. docs/events.schema.json describes each member.
      """
    ) + [""] + events + [""]
      + paragraphs(
        "A built-in command reports its result as an 'answer' event, whose member 'answer' is one of these:"
      ) + [""]
      + answers + [""]
      + paragraphs(
        """
        'time' is virtual time in the shell's notation, 'nanoseconds' the same as a number. 'patch' is a JSON Patch \
        (RFC 6902) from the previous state, that of 'began' or of the last event with a patch, to the new one: \
        applying the patches of all 'moment' and 'travelled' events in order yields the current state.

        In a state, structures are objects, cases are their names or objects with name and payload, lists and sets are \
        arrays, dictionaries and stacks are objects, dates are ISO 8601, data is Base64, and numbers that JSON cannot \
        represent are strings.
        """
      )
  }

  private static func names<Object: JSONObject>(of _: Object.Type) -> String {
    Object.members.map(\.name).joined(separator: ", ")
  }

  private static func entry(_ name: String, _ summary: String?, _ members: String) -> [String] {
    let text = [summary, members.nonEmpty].compactMap(\.self).joined(separator: ": ")
    return text.wrapped(to: 68).enumerated().map { index, line in
      "  " + (index == 0 ? name : "").padded(to: 16) + line
    }
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.allLines.flatMap {
      $0.isEmpty ? [""] : String($0).wrapped(to: 84)
    }
  }
}

extension JSON {
  /// The value with each member on its own line.
  package var indentedText: String { indented("") }

  private func indented(_ indent: String) -> String {
    let inner = indent + "  "
    func block(_ parts: [String], _ start: String, _ end: String) -> String {
      parts.isEmpty
        ? start + end : "\(start)\n\(inner)\(parts.joined(separator: ",\n" + inner))\n\(indent)\(end)"
    }
    switch self {
    case .array(let elements): return block(elements.map { $0.indented(inner) }, "[", "]")
    case .object(let members):
      return block(members.map { "\(JSON.string($0.name).text): \($0.value.indented(inner))" }, "{", "}")
    default: return text
    }
  }
}
