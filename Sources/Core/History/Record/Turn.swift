/// All that came of one command: the inputs that it made and the moments that followed from them.
public struct Turn<Action> {
  private let record: TurnRecord

  init(_ record: TurnRecord) {
    self.record = record
  }

  /// Its place in the record.
  public var number: Int { record.number }

  /// The command's own words, if the user of the session gave them.
  public var label: String? { record.label }

  /// The turn of another branch whose place this one takes: it does the same again, as in
  /// ``Session/skip(turnOf:label:)``, or something else, as in ``Session/amend(turnOf:label:with:)``.
  public var original: Int? { record.original }

  /// The moments of the turn: consecutive numbers.
  public var moments: Range<Int> { record.moments }

  /// Whether an input was stopped with work of its own left to do: at the session's limit of moments, or where
  /// ``Session/Policy/shouldStop`` said so.
  public var isCutShort: Bool { record.inputs.contains(where: \.isCutShort) }

  /// What the command did, each with the moments that followed from it.
  ///
  /// - Complexity: O(*k*) in the number of inputs.
  public var inputs: [Part] {
    record.inputs.map {
      Part(input: Input($0.input), moments: $0.moments, isCutShort: $0.isCutShort, limit: $0.limit)
    }
  }

  /// An input of a turn.
  public struct Part {
    /// What the user did.
    public let input: Input<Action>
    /// The moments that followed from it.
    public let moments: Range<Int>
    /// Whether it was stopped with work of its own left to do.
    public let isCutShort: Bool
    /// After how many moments to stop it when it is done again, because it was stopped there when it was typed; it may
    /// have made fewer this time. `nil` if it was not stopped.
    public let limit: Int?
  }
}

/// What a session keeps of a turn, whatever the type of the actions.
struct TurnRecord {
  typealias Part = Turn<ErasedAction>.Part

  let number: Int
  var label: String?
  let original: Int?
  /// Whether it does only the beginning of the turn that it does again.
  let isPart: Bool
  var inputs: [Part] = []
  var moments: Range<Int>

  init(number: Int, label: String?, original: Int?, isPart: Bool, firstMoment: Int) {
    self.number = number
    self.label = label
    self.original = original
    self.isPart = isPart
    moments = firstMoment..<firstMoment
  }
}
