import Core

/// What can be done in a session.
package struct PossibleActions: JSONObject {
  package static let members = fields([
    "commands": "the feature's own commands",
    "types": "the feature's actions in Swift syntax, and the types in them",
    "possible": "lines that may be possible now",
  ])

  /// A type with its cases.
  package struct CaseList: JSONObject {
    package static let title = "Cases"
    package static let members = fields([
      "type": "the type", "cases": "its cases",
    ])

    let type: String
    let cases: [String]
  }

  /// The most lines that are listed.
  private static let most = 200

  let commands: [Named]
  let types: [CaseList]
  let possible: [String]

  package init(_ interpreter: AnyInterpreter) {
    commands = interpreter.table.ownCommands.map { Named(name: $0.usage, text: $0.summary) }
    types = ActionTypes(from: [interpreter.table.types.action]).found.map {
      CaseList(type: $0.title, cases: $0.signatures)
    }
    possible = Array(interpreter.possibleLines(at: interpreter.session.moment).prefix(Self.most))
  }

  /// Its text.
  package var lines: [String] {
    let table = Page().table(of: commands) { [$0.name, $0.text] }
    return table + types.flatMap { [$0.type] + $0.cases.map { "  \($0)" } } + ["possible now:"]
      + possible.map { "  \($0)" }
  }
}
