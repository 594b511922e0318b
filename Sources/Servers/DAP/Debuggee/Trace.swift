import TodoShellCommands
import Core

/// What a script has done so far, command by command: the places at which a debugger can stop.
///
/// The script runs only at the end of the trace; everything before it is looked at without running again.
struct Trace {
  /// A command that ran, or is about to.
  struct Entry {
    let source: SourceText
    /// The name of the command; `nil` for a macro, an action or an expression.
    let name: String?
    /// Its callers, outermost first.
    let frames: [CallFrame]
    /// Its position among the script's own commands; `nil` if it has callers, or is the end of the script.
    let index: Int?
    var session: AnySession
    /// The definitions and counts before it.
    var definitions: Definitions
    let tally: ScriptTally
    /// The moment before it.
    var before: Int
    /// The moments that it made, without those of the commands it consists of.
    fileprivate(set) var moments: [Int] = []
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

  private struct Place: Hashable {
    let session: ObjectIdentifier
    let moment: Int
  }

  var entries: [Entry] = []
  /// The first position of each moment.
  private var positions: [Place: Position] = [:]

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
  func isFailure(_ position: Position) -> Bool {
    position.step > entries[position.entry].moments.count
  }

  /// The moment that a command has just made at a position; `nil` before the command, and at its failure.
  func newMoment(at position: Position) -> AnyMoment? {
    position.step == 0 || isFailure(position) ? nil : moment(at: position)
  }

  /// The moment whose state is the current one at a position.
  func moment(at position: Position) -> AnyMoment {
    let entry = entries[position.entry]
    let made = entry.moments.prefix(position.step)
    return entry.session.moments[made.last ?? entry.before]
  }

  /// The first position of a moment of a session; `nil` if the script has not been there.
  func position(of moment: Int, in session: AnySession) -> Position? {
    positions[Place(session: ObjectIdentifier(session), moment: moment)]
  }

  /// The command of which another one is a part, with so many callers; itself, if it has no more.
  func caller(of entry: Int, depth: Int) -> Int {
    entries[...entry].lastIndex { $0.depth <= depth } ?? entry
  }
}

// As the script runs, and its past changes.
extension Trace {
  mutating func append(_ entry: Entry) {
    let position = Position(entry: entries.count, step: 0)
    entries.append(entry)
    note(entry.before, of: entry, at: position)
  }

  /// Adds a moment that a command has made.
  mutating func add(_ moment: Int, to entry: Int) {
    entries[entry].moments.append(moment)
    note(moment, of: entries[entry], at: Position(entry: entry, step: entries[entry].moments.count))
  }

  /// Changes the moment before the last command, and forgets the moments that the command made.
  mutating func begin(at moment: Int, in session: AnySession) {
    var entry = entries[entries.count - 1]
    removeLast()
    entry.session = session
    entry.before = moment
    entry.moments = []
    append(entry)
  }

  /// Forgets what comes after a position.
  mutating func cut(after position: Position) {
    while entries.count > position.entry + 1 { removeLast() }
    while entries[position.entry].moments.count > position.step { removeLastMoment() }
    entries[position.entry].failure = nil
  }

  mutating func removeLast() {
    while entries.last?.moments.isEmpty == false { removeLastMoment() }
    guard let entry = entries.popLast() else { return }
    forget(entry.before, of: entry, at: Position(entry: entries.count, step: 0))
  }

  private mutating func removeLastMoment() {
    let last = entries.count - 1
    let position = Position(entry: last, step: entries[last].moments.count)
    forget(entries[last].moments.removeLast(), of: entries[last], at: position)
  }

  private mutating func note(_ moment: Int, of entry: Entry, at position: Position) {
    let place = Place(session: ObjectIdentifier(entry.session), moment: moment)
    if positions[place] == nil { positions[place] = position }
  }

  /// Positions are forgotten last first, so that none remains after the first one of a moment.
  private mutating func forget(_ moment: Int, of entry: Entry, at position: Position) {
    let place = Place(session: ObjectIdentifier(entry.session), moment: moment)
    if positions[place] == position { positions[place] = nil }
  }
}

/// How far to go, besides to a breakpoint.
enum StepGoal {
  /// To the end, or back to the start.
  case end
  /// To the next command or moment.
  case moment
  /// To a command that is not a part of the current one: one with at most so many callers.
  case command(depth: Int)

  func isReached(
    at position: Trace.Position,
    of trace: Trace
  ) -> Bool {
    switch self {
    case .end: false
    case .moment: true
    case .command(let depth): position.step == 0 && trace.entries[position.entry].depth <= depth
    }
  }
}
