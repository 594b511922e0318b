import Core
import TodoShellValues

/// A prompt: instructions for an agent, which its user chooses.
struct AgentPrompt {
  /// An argument of a prompt.
  struct Parameter {
    let name: String
    let summary: String
    var isRequired = false
  }

  let name: String
  let summary: String
  private let parameters: [Parameter]
  /// The instructions, given the arguments, of which the required ones are there.
  private let instructions: ([String: String]) -> String

  /// All prompts.
  static var all: [AgentPrompt] { [findTheBug, writeARegressionTest] }

  static func named(_ name: String) throws(RPCError) -> AgentPrompt {
    if let prompt = all.first(where: { $0.name == name }) { return prompt }
    let names = all.map(\.name).joined(separator: ", ")
    throw RPCError(.invalidParams, "there is no prompt '\(name)'; there are \(names)")
  }

  /// The description in `prompts/list`.
  var json: JSON {
    let arguments = parameters.map { parameter in
      JSON.object([
        "name": parameter.name.json, "description": parameter.summary.json,
        "required": parameter.isRequired.json,
      ])
    }
    return ["name": name.json, "description": summary.json, "arguments": .array(arguments)]
  }

  /// The text for the given arguments.
  ///
  /// - Throws: An error if a required one is missing.
  func text(_ arguments: JSON?) throws(RPCError) -> String {
    var values: [String: String] = [:]
    for parameter in parameters {
      values[parameter.name] = arguments?[parameter.name]?.string
      if parameter.isRequired, values[parameter.name, default: ""].isEmpty {
        throw RPCError(.invalidParams, "the prompt '\(name)' needs the argument '\(parameter.name)'")
      }
    }
    return instructions(values)
  }
}

extension AgentPrompt {
  private static var findTheBug: AgentPrompt {
    AgentPrompt(
      name: "find_the_bug",
      summary: "Find the action that breaks the state, and prove it with a script that fails",
      parameters: [
        Parameter(name: "symptom", summary: "What is wrong, as a user sees it", isRequired: true),
        Parameter(name: "invariant", summary: "An expression that must always be true"),
        Parameter(name: "file", summary: "The script to write"),
      ]
    ) { values in
      let search =
        values["invariant"].map { "Call 'explore' with the invariant `\($0)`." }
        ?? "Write the symptom as an expression that must always be true, and 'explore' with it as the invariant."
      return """
        Find the bug with this symptom: \(values["symptom", default: ""])

        1. Call 'actions' and 'state' to learn what the feature does and how its state looks.
        2. \(search) Leave out, by 'without', actions that only effects send. If nothing is found, provoke the symptom \
        with 'run'.
        3. 'run' the commands of the counterexample, up to the one before the last expectation.
        4. Call 'blame' with the wrong value: the bug is in its action, command or effect, or in what led to them. \
        'run' 'why not CONDITION' says what keeps a condition from being true. 'what_if' with skip says whether a \
        command matters.
        5. Write the counterexample to \(values["file"] ?? "bug.todoscript"), as a script that ends with an 'expect' that \
        fails because of the bug and holds once it is fixed. Comments start with '# '.
        6. Report the action, the line of code if an effect names it, and why the state becomes wrong.
        """
    }
  }

  private static var writeARegressionTest: AgentPrompt {
    AgentPrompt(
      name: "write_a_regression_test",
      summary: "Write a script that fails if a behaviour changes",
      parameters: [
        Parameter(name: "behaviour", summary: "What must not change", isRequired: true),
        Parameter(name: "file", summary: "The script to write"),
      ]
    ) { values in
      """
      Write a regression test of this behaviour: \(values["behaviour", default: ""])

      1. Call 'actions' to learn the commands, and 'new_session' for a session of its own.
      2. 'run' the fewest commands that show the behaviour, each followed by 'expect' with what must be true then. Move \
      virtual time with 'advance' until effects have ended: 'expect effects.isEmpty'.
      3. Write these commands to \(values["file"] ?? "test.todoscript"), a line each. Or call 'save' with 'expect', which \
      asserts every change of the state and so makes a stricter test.
      4. Check that it can fail: 'what_if' skips the command that matters, after which an 'expect' must not hold.
      """
    }
  }
}
