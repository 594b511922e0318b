import Core

/// What the functions of the feature's dependencies answer.
public struct EndpointsAnswer: Answer, JSONObject {
  package static let members = fields([
    "endpoints": "the functions of the feature's dependencies that can be answered"
  ])

  /// A function of a dependency, or a dependency that is a value.
  public struct Function: JSONObject {
    package static let title = "Endpoint"
    package static let members = fields([
      "name": "its name, with that of its dependency",
      "type": "its parameters and its result",
      "origin": "what answers other calls: live, test, preview, program or session",
      "answers": "the answers to certain calls, then the one to all others, if there are any",
      "obstacle": "why it cannot be stubbed",
    ])
    /// Its name, with that of its dependency.
    public let name: String
    /// Its parameters and its result.
    public let type: String
    /// What answers calls without an answer: the `live`, `test` or `preview` value of the dependency, the `program` or the
    /// `session`.
    public let origin: String
    /// The answers to certain calls, then the one to all others, if there are any.
    public let answers: [Reply]
    /// Why it cannot be stubbed; `nil` if it can.
    public let obstacle: String?
  }

  /// An answer to calls of a function.
  public struct Reply: JSONObject {
    package static let title = "EndpointAnswer"
    package static let members = fields([
      "arguments": "a pattern of the arguments; omitted for all calls",
      "result": "the outcome of each call, separated by 'then'",
      "used": "how many outcomes have been used, without the last one",
    ])
    /// A pattern of the arguments; `nil` for all calls.
    public let arguments: String?
    /// The outcome of each call, separated by `then`.
    public let result: String
    /// How many outcomes have been used, without the last one, which is never used up.
    public let used: Int

    /// The reply as it is written in a command.
    fileprivate var text: String {
      "\(arguments.map { "\($0) -> " } ?? "")\(result)\(used == 0 ? "" : "  (used: \(used))")"
    }
  }

  /// The functions, those of the feature's reducers first.
  public let endpoints: [Function]

  init(_ session: AnySession) {
    let replies = Dictionary(grouping: session.moment.answers) { $0.answer.endpoint }
    endpoints = session.endpoints.map { function in
      Function(
        name: function.path,
        type: String(function.endpoint.signature.drop { $0 == " " }),
        origin: function.origin.rawValue,
        answers: (replies[function.id] ?? []).map {
          Reply(arguments: $0.answer.arguments, result: $0.answer.result, used: $0.used)
        },
        obstacle: function.obstacle
      )
    }
  }

  public func lines(_ page: Page) -> [String] {
    var table = TextTable()
    for function in endpoints {
      var texts = function.answers.map(\.text)
      if texts.isEmpty {
        texts = [function.origin + (function.obstacle.map { ", cannot be stubbed: \($0)" } ?? "")]
      }
      // An answer to all calls leaves none to what answered before.
      else if function.answers.last?.arguments != nil {
        texts.append("otherwise \(function.origin)")
      }
      for (place, text) in texts.enumerated() {
        table.add(
          place == 0 ? "\\.\(function.name)\(function.type.hasPrefix("(") ? "" : " ")\(function.type)" : "",
          text.controlCharactersEscaped,
          style: function.answers.isEmpty ? .dimmed : nil
        )
      }
    }
    return page.lines(table)
  }
}

extension AnyDebugger {
  /// What the functions of the feature's dependencies answer.
  public var endpoints: EndpointsAnswer { EndpointsAnswer(session) }
}
