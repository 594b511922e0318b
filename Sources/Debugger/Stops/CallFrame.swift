/// A caller of the running command, which errors mention in a note.
package enum CallFrame {
  /// A macro, and where it was called.
  case macro(name: String, call: SourceLocation)
  /// A script, and where it was sourced.
  case script(call: SourceLocation)
  /// An iteration of a `repeat`, from 0.
  case round(Int, of: Int)

  package var macroName: String? {
    if case .macro(let name, _) = self { name } else { nil }
  }

  /// The note in errors; `nil` for what was just typed, since it is directly above.
  package var note: String? {
    switch self {
    case .macro(let name, let call) where call.file == SourceLocation.typedFile: "in the macro '\(name)'"
    case .macro(let name, let call): "in the macro '\(name)', called at \(call)"
    case .script(let call) where call.file == SourceLocation.typedFile: nil
    case .script(let call): "sourced at \(call)"
    case .round(_, of: 1): nil
    case .round(let round, let times): "in round \(round + 1) of \(times)"
    }
  }
}
