/// All that came of one command: the inputs that it made and the moments that followed from them.
public struct Turn<Action> {
  /// Its place in the record.
  public let number: Int
  /// The command's own words, if the user of the session gave them.
  public let label: String?
  /// What the command did, each with the moments that followed from it.
  public internal(set) var inputs: [(input: Input<Action>, moments: Range<Int>)] = []
  /// The moments of the turn: consecutive numbers.
  public internal(set) var moments: Range<Int>
  /// Whether an input was stopped at the session's limit of moments, with work of its own left to do.
  public internal(set) var isCutShort = false
}
