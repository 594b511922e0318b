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
  package var momentsBefore: Int?

  /// Whether a command or macro of this name is running.
  func runs(_ name: String) -> Bool {
    command?.name == name || frames.last?.macroName == name
  }

  /// The notes about its callers, innermost first.
  package var notes: [String] { frames.reversed().compactMap(\.note) }
}
