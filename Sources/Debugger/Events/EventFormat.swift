import Core

/// The format of `--format json`, described by the types that produce it.
package enum EventFormat {
  /// Incremented by changes that may break programs that read the events.
  static let version = 2

  /// All events.
  package static var events: [any (Event & JSONObject).Type] {
    [
      Began.self, CommandBegan.self, MomentRecorded.self, Travelled.self, Presented.self, WatchChanged.self,
      Stopped.self, Answered.self, Printed.self, Noticed.self, Asserted.self, Diagnosed.self, Ended.self,
      Summarized.self, Done.self, Completions.self,
    ]
  }

  /// All answers.
  package static var answers: [any (Answer & JSONObject).Type] {
    [
      ValueAnswer.self, OutlineAnswer.self, EffectsAnswer.self, BlameAnswer.self, MomentsAnswer.self,
      StretchesAnswer.self,
      LogAnswer.self, MomentAnswer.self, DifferenceAnswer.self, TreeAnswer.self, WhatIfAnswer.self,
      ReproducibleAnswer.self, ReceivedAnswer.self, ExhaustiveAnswer.self, FailureAnswer.self,
      WatchesAnswer.self, BreakpointsAnswer.self, MarksAnswer.self, MovesAnswer.self, StatisticsAnswer.self,
      ClockAnswer.self, EndpointsAnswer.self, ScreenAnswer.self, FileAnswer.self, RecordingAnswer.self,
      TranscriptAnswer.self,
      SettingsAnswer.self, AliasesAnswer.self, MacrosAnswer.self, VariablesAnswer.self, HelpAnswer.self,
      CommandsAnswer.self, VersionAnswer.self, HistoryAnswer.self, ExplorationAnswer.self,
      CounterexampleAnswer.self,
    ]
  }

  /// The JSON Schema that each line conforms to.
  package static var schema: JSON {
    var definitions = JSONDefinitions()
    let forms = forms(events: events, answers: answers, &definitions)
    return .object([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "title": .string("Events of todoshell --format json, version \(version)"),
      "oneOf": .array(forms),
      "$defs": definitions.json,
    ])
  }

  /// The schemas of events and answers.
  package static func forms(
    events: [any (Event & JSONObject).Type],
    answers: [any (Answer & JSONObject).Type],
    _ definitions: inout JSONDefinitions
  ) -> [JSON] {
    var forms: [JSON] = []
    for event in events where event != Answered.self { forms.append(form(of: event, &definitions)) }
    for answer in answers { forms.append(form(of: answer, &definitions)) }
    return forms
  }

  private static func form<E: Event & JSONObject>(of _: E.Type, _ definitions: inout JSONDefinitions) -> JSON
  {
    definitions.object(E.members, kind: ("event", E.name))
  }

  private static func form<A: Answer & JSONObject>(of _: A.Type, _ definitions: inout JSONDefinitions) -> JSON
  {
    definitions.object(A.members, kind: ("event", Answered.name), ("answer", A.kind))
  }

  /// The text of `help json`.
  package static var help: [String] {
    let events = events.flatMap { entry($0.name, $0.summary, names(of: $0)) }
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
    let text = [summary, members.isEmpty ? nil : members].compactMap(\.self).joined(separator: ": ")
    return text.wrapped(to: 68).enumerated().map { index, line in
      "  " + (index == 0 ? name : "").padded(to: 16) + line
    }
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
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
