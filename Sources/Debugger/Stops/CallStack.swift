import Core

/// A running command.
package protocol RunningCommand: AnyObject {
  /// Its text, for the record.
  var text: String { get }
  /// Its source.
  var source: SourceText { get }
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

  /// The notes about its callers, innermost first.
  package var notes: [String] { frames.reversed().compactMap(\.note) }
}
