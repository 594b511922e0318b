import Core
import Values

/// A prompt: instructions for an agent, which its user chooses.
enum AgentPrompt: String, CaseIterable {
  case findTheBug = "find_the_bug"
  case writeARegressionTest = "write_a_regression_test"

  init(named name: String) throws(RPCError) {
    guard let prompt = Self(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw RPCError(.invalidParams, "there is no prompt '\(name)'; there are \(names)")
    }
    self = prompt
  }

  var summary: String {
    switch self {
    case .findTheBug: "Find the action that breaks the state, and prove it with a script that fails"
    case .writeARegressionTest: "Write a script that fails if a behaviour changes"
    }
  }

  /// An argument.
  private struct Parameter {
    let name: String
    let summary: String
    var isRequired = false
  }

  private var parameters: [Parameter] {
    switch self {
    case .findTheBug:
      [
        Parameter(name: "symptom", summary: "What is wrong, as a user sees it", isRequired: true),
        Parameter(name: "invariant", summary: "An expression that must always be true"),
        Parameter(name: "file", summary: "The script to write"),
      ]
    case .writeARegressionTest:
      [
        Parameter(name: "behaviour", summary: "What must not change", isRequired: true),
        Parameter(name: "file", summary: "The script to write"),
      ]
    }
  }

  /// The description in `prompts/list`.
  var json: JSON {
    .object([
      "name": .string(rawValue),
      "description": .string(summary),
      "arguments": .array(
        parameters.map { parameter in
          .object([
            "name": .string(parameter.name), "description": .string(parameter.summary),
            "required": .bool(parameter.isRequired),
          ])
        }
      ),
    ])
  }

  /// The text for the given arguments.
  ///
  /// - Throws: An error if a required one is missing.
  func text(_ arguments: JSON) throws(RPCError) -> String {
    var values: [String: String] = [:]
    for parameter in parameters {
      values[parameter.name] = arguments[parameter.name]?.string
      if parameter.isRequired, values[parameter.name, default: ""].isEmpty {
        throw RPCError(.invalidParams, "the prompt '\(rawValue)' needs the argument '\(parameter.name)'")
      }
    }
    let file = values["file"] ?? "\(rawValue.replacing("_", with: "-")).todoscript"
    switch self {
    case .findTheBug: return Self.findTheBug(values["symptom"] ?? "", values["invariant"], file)
    case .writeARegressionTest: return Self.writeATest(of: values["behaviour"] ?? "", file)
    }
  }

  private static func findTheBug(_ symptom: String, _ invariant: String?, _ file: String) -> String {
    let search =
      invariant.map { "Call 'explore' with the invariant `\($0)`." }
      ?? "Write the symptom as an expression that must always be true, and call 'explore' with it as the invariant."
    return """
      Find the bug with this symptom: \(symptom)

      1. Call 'actions' and 'state' to learn what the feature does and how its state looks.
      2. \(search) If nothing is found, provoke the symptom with 'run'.
      3. 'run' the commands of the counterexample, up to the one before the last expectation.
      4. Call 'blame' with the wrong value: its action, command and effect are where the bug is. 'what_if' with skip tells \
      whether a command matters.
      5. Write the counterexample to \(file), as a script that ends with an 'expect' that fails because of the bug and holds \
      once it is fixed. Comments start with '# '.
      6. Report the action, the line of code if an effect names it, and why the state becomes wrong.
      """
  }

  private static func writeATest(of behaviour: String, _ file: String) -> String {
    """
    Write a regression test of this behaviour: \(behaviour)

    1. Call 'actions' to learn the commands, and 'new_session' for a session of its own.
    2. 'run' the fewest commands that show the behaviour, each followed by 'expect' with what must be true then. Move \
    virtual time with 'advance' until effects have ended: 'expect effects.isEmpty'.
    3. Call 'save' with this session and the file \(file). With 'expect', every change is asserted as well, \
    which makes the test stricter.
    4. Check that it can fail: call 'what_if' to skip the command that matters, and see that an expectation would not hold.
    """
  }
}
