/// All that came of one command: the inputs that it made and the moments that followed from them.
public struct Turn<Action> {
  /// Its place in the record.
  public let number: Int
  /// The command's own words, if the user of the session gave them.
  public let label: String?
  /// The turn of another branch whose place this one takes: it does the same again, as in
  /// ``Session/skip(turnOf:label:)``, or something else, as in ``Session/amend(turnOf:label:with:)``.
  public let original: Int?
  /// What the command did, each with the moments that followed from it.
  public internal(set) var inputs: [Part] = []
  /// The moments of the turn: consecutive numbers.
  public internal(set) var moments: Range<Int>

  /// Whether an input was stopped with work of its own left to do: at the session's limit of moments, or where
  /// ``Session/shouldStop`` said so.
  public var isCutShort: Bool { inputs.contains(where: \.isCutShort) }

  /// An input of a turn.
  public struct Part {
    /// What the user did.
    public let input: Input<Action>
    /// The moments that followed from it.
    public let moments: Range<Int>
    /// Whether it was stopped with work of its own left to do.
    public let isCutShort: Bool
  }

  init(number: Int, label: String?, original: Int? = nil, firstMoment: Int) {
    self.number = number
    self.label = label
    self.original = original
    moments = firstMoment..<firstMoment
  }
}
