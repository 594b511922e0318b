/// Everything that one command caused: its inputs and the moments that followed from them.
public struct Turn<Action> {
  let record: TurnRecord

  /// Its number in the record.
  public var number: Int { record.number }

  /// The text of the command, if the session's user provided it.
  public var label: String? { record.label }

  /// The turn of another branch that this one replaces: it either repeats that turn, as in
  /// ``SessionBase/skip(turnOf:label:)``, or does something else, as in ``SessionBase/amend(turnOf:label:with:)``.
  public var original: Int? { record.original }

  /// The moments of the turn, numbered consecutively.
  public var moments: Range<Int> { record.moments }

  /// Whether an input was stopped before it was complete: at the session's limit of moments, or by
  /// ``SessionPolicy/shouldStop``.
  public var isCutShort: Bool { record.isCutShort }
  /// Whether it repeats only the beginning of its original turn.
  package var isPart: Bool { record.isPart }

  /// The inputs of the turn, each with the moments that followed from it.
  ///
  /// - Complexity: O(*k*) in the number of inputs.
  public var inputs: [Part] {
    record.inputs.map {
      Part(input: Input($0.input), moments: $0.moments, isCutShort: $0.isCutShort, limit: $0.limit)
    }
  }

  /// An input of a turn.
  public struct Part {
    /// The input.
    public let input: Input<Action>
    /// The moments that followed from it.
    public let moments: Range<Int>
    /// Whether it was stopped before it was complete.
    public let isCutShort: Bool
    /// The number of moments after which to stop it in a replay, because it was stopped there originally; it may have
    /// made fewer this time. `nil` if it was not stopped.
    public let limit: Int?
  }
}

/// What a session keeps of a turn, independent of the action type.
struct TurnRecord {
  typealias Part = Turn<ErasedAction>.Part

  let number: Int
  var label: String?
  let original: Int?
  /// Whether it repeats only the beginning of its original turn.
  let isPart: Bool
  var inputs: [Part] = []
  var moments: Range<Int>

  var isCutShort: Bool { inputs.contains(where: \.isCutShort) }
}
