import Core

/// The lines that make functions of dependencies answer, of which an exploration chooses: for each function the answers that
/// the user has given, the errors that it declares, nothing if it is awaited, and what it answers otherwise.
enum OutcomeLines {
  /// The most errors of one function.
  private static let mostFailures = 8

  /// The lines for what a session's dependencies can answer.
  static func all(in session: AnySession) -> [String] {
    let given = Dictionary(grouping: session.moment.answers.map(\.answer), by: \.endpoint)
    return session.endpoints.filter { $0.obstacle == nil }.flatMap { function in
      let answers = (given[function.id] ?? []).flatMap(Self.answers) + failures(of: function.endpoint)
      let all = answers + (function.endpoint.isAsync ? ["never"] : [])
      return all.isEmpty ? [] : (all + ["default"]).map { "stub \\.\(function.path) \($0)" }
    }
    .removingDuplicates
  }

  /// The outcomes that the user has given, each for the same calls.
  private static func answers(_ answer: DependencyAnswer) -> [String] {
    let result = SourceText(answer.result)
    let words = result.topLevelWords.map(\.source).split { $0.text == "then" }
    return words.map { "\(answer.arguments.map { "\($0) -> " } ?? "")\($0.joined(after: result).text)" }
  }

  private static func failures(of endpoint: Endpoint) -> [String] {
    guard let type = endpoint.failure else { return [] }
    let errors = type == (any Error).self ? ["\"failure\""] : ActionCandidates.values(of: type)
    return errors.prefix(mostFailures).map { ".failure(\($0))" }
  }
}
