import Commands
import Core
import Debugger
import Values

/// What a script has done so far, command by command: the places at which a debugger can stop.
///
/// The script runs only at the end of the trace; everything before it is looked at without running again.
struct Trace<State, Action> {
  /// A command that ran, or is about to.
  struct Entry {
    let source: SourceText
    /// The name of the command; `nil` for a macro, an action or an expression.
    let name: String?
    /// Its callers, outermost first.
    let frames: [CallFrame]
    /// Its position among the script's own commands; `nil` if it has callers, or is the end of the script.
    let index: Int?
    let session: Session<State, Action>
    /// The definitions and counts before it.
    let definitions: Definitions<State, Action>
    let tally: ScriptTally
    /// The moment before it.
    var before: Int
    /// The moments that it made, without those of the commands it consists of.
    var moments: [Int] = []
    /// Whether it has not run yet.
    var isPending = true
    /// Its error.
    var failure: Diagnostic?
    /// A breakpoint of the script that was reached in it.
    var stop: (moment: Int, text: String)?

    var depth: Int { frames.count }
  }

  /// A place to stop at: 0 before the command, then its moments, and last its failure, if any.
  struct Position: Comparable {
    var entry: Int
    var step: Int

    static func < (lhs: Self, rhs: Self) -> Bool { (lhs.entry, lhs.step) < (rhs.entry, rhs.step) }
  }

  var entries: [Entry] = []

  func position(after position: Position?) -> Position? {
    guard let position else { return entries.isEmpty ? nil : Position(entry: 0, step: 0) }
    if position.step + 1 < stepCount(of: position.entry) {
      return Position(entry: position.entry, step: position.step + 1)
    }
    return position.entry + 1 < entries.count ? Position(entry: position.entry + 1, step: 0) : nil
  }

  func position(before position: Position) -> Position? {
    if position.step > 0 { return Position(entry: position.entry, step: position.step - 1) }
    guard position.entry > 0 else { return nil }
    return Position(entry: position.entry - 1, step: stepCount(of: position.entry - 1) - 1)
  }

  func contains(_ position: Position) -> Bool {
    position.entry < entries.count && position.step < stepCount(of: position.entry)
  }

  private func stepCount(of entry: Int) -> Int {
    1 + entries[entry].moments.count + (entries[entry].failure == nil ? 0 : 1)
  }

  /// Whether a command has just failed at a position.
  func isFailure(_ position: Position) -> Bool { position.step > entries[position.entry].moments.count }

  /// The moment that a command has just made at a position; `nil` before the command, and at its failure.
  func newMoment(at position: Position) -> Moment<State, Action>? {
    position.step == 0 || isFailure(position) ? nil : moment(at: position)
  }

  /// The moment whose state is the current one at a position.
  func moment(at position: Position) -> Moment<State, Action> {
    let entry = entries[position.entry]
    let made = entry.moments.prefix(position.step)
    return entry.session.moments[made.last ?? entry.before]
  }

  /// The position of a moment of a session; `nil` if no command of the trace made it.
  func position(of moment: Int, in session: Session<State, Action>) -> Position? {
    for (index, entry) in entries.enumerated() where entry.session === session {
      if let step = entry.moments.firstIndex(of: moment) { return Position(entry: index, step: step + 1) }
      if entry.before == moment { return Position(entry: index, step: 0) }
    }
    return nil
  }

  /// The command of which another one is a part, with so many callers; itself, if it has no more.
  func caller(of entry: Int, depth: Int) -> Int {
    entries[...entry].lastIndex { $0.depth <= depth } ?? entry
  }

  /// Forgets what comes after a position.
  mutating func cut(after position: Position) {
    entries.removeSubrange((position.entry + 1)...)
    entries[position.entry].moments.removeSubrange(
      min(position.step, entries[position.entry].moments.count)...
    )
    entries[position.entry].failure = nil
  }
}
