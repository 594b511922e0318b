import Core

/// A running command.
package protocol RunningCommand: AnyObject {
  /// The name of the command, if the language knows it by one.
  var name: String? { get }
  /// Its text, for the record.
  var text: String { get }
  /// Its source.
  var source: SourceText { get }
}

extension RunningCommand {
  package var name: String? { nil }
}

/// The running command, with the macros, scripts and blocks that it is part of.
package struct CallStack {
  /// The command; its turns are labelled with its text.
  package var command: (any RunningCommand)?
  /// Its callers, outermost first.
  package var frames: [CallFrame] = []
  /// The number of nested programs that are running.
  package var programs = 0
  /// The number of moments before the outermost command.
  var momentsBefore: Int?

  /// Begins a command.
  ///
  /// - Parameter count: The number of moments before it, if it is not part of another one.
  /// - Returns: The stack before it.
  mutating func begin(_ new: any RunningCommand, at count: Int? = nil) -> CallStack {
    defer { (command, momentsBefore) = (new, momentsBefore ?? count) }
    return self
  }

  /// Whether a command or macro of this name is running.
  func runs(_ name: String) -> Bool {
    command?.name == name || frames.last?.macroName == name
  }

  /// What made the command run.
  var caller: TurnEnded.Caller {
    if command?.source.location.file == SourceLocation.clockFile { return .clock }
    return frames.allSatisfy(\.isRound) ? .user : .program
  }

  /// The notes about its callers, innermost first.
  package var notes: [String] { frames.reversed().compactMap(\.note) }
}

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

  package var isRound: Bool { if case .round = self { true } else { false } }

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
