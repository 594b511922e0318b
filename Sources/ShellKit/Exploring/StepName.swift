/// A command by its name, or some actions by a pattern: what `explore` is to do, or is not.
struct StepName<Action> {
  var text: String
  /// Where it was written.
  let source: SourceText
  let pattern: ActionPattern<Action>?
}

extension Argument {
  /// Names of commands and patterns of actions in one word, with commas between them.
  static func stepNames<Action>(_ name: String, of _: Action.Type) -> Parameter<[StepName<Action>]> {
    Parameter(name) { (reader) throws(Diagnostic) -> [StepName<Action>] in
      let word = try reader.word(for: name)
      var names: [StepName<Action>] = []
      for text in word.text.splitOutsideBrackets {
        guard text.hasPrefix(".") else {
          names.append(StepName(text: text, source: word.source, pattern: nil))
          continue
        }
        do throws(Diagnostic) {
          let pattern = try ActionPattern<Action>(parsing: SourceText(text))
          names.append(StepName(text: text, source: word.source, pattern: pattern))
        } catch {
          throw word.diagnostic(error.message, notes: error.notes, remedy: error.remedy)
        }
      }
      if names.isEmpty { throw word.diagnostic("this names no command and no action") }
      return names
    }
  }
}

extension String {
  /// The parts between commas that are in no brackets.
  fileprivate var splitOutsideBrackets: [String] {
    var parts = [""]
    var open = 0
    for character in self {
      if "([".contains(character) { open += 1 }
      if ")]".contains(character) { open -= 1 }
      if character == ",", open <= 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map { $0.trimmingPrefix { $0 == " " }.description }.filter { !$0.isEmpty }
  }
}
