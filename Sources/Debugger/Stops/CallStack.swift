import Core

/// A command while it runs.
package protocol RunningCommand: AnyObject {
  /// The name of the command, if the language knows it by one.
  var name: String? { get }
  /// Its words, for the record.
  var text: String { get }
  /// Where it stands.
  var source: SourceText { get }
}

extension RunningCommand {
  package var name: String? { nil }
}

/// What is running: a command, and the macros, scripts and blocks that it is a part of.
package struct CallStack {
  /// The command; turns are labelled with its words.
  package var command: (any RunningCommand)?
  /// What it is a part of, outermost first.
  package var frames: [CallFrame] = []
  /// How many programs are running, one in the other.
  package var programs = 0
  /// How many moments there were before the outermost command.
  package var momentsBefore: Int?

  /// Whether a command or macro of this name is running.
  func runs(_ name: String) -> Bool {
    command?.name == name || frames.last?.macroName == name
  }

  /// What the command is a part of, innermost first.
  package var notes: [String] { frames.reversed().compactMap(\.note) }
}
