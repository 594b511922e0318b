import Core

/// The values of an expression at moments.
struct SampledValues {
  /// The value at a moment.
  struct Value {
    /// Its text on one line; empty if there is none.
    let label: String
    let json: () -> JSON
    /// Its number, if it is one.
    let number: Double?
    /// Whether it is true, if it is a `Bool`.
    let holds: Bool?

    /// - Parameter answer: The value; `nil` if there is none.
    init(_ answer: ExpressionValue?, at moment: AnyMoment) {
      let value = answer?.wrapped
      label = moment.withState { _ in
        answer.map { ValueOutline.label(of: $0.wrapped).controlCharactersEscaped } ?? ""
      }
      json = { moment.withState { _ in value.map { JSON($0) } ?? .null } }
      holds = value as? Bool
      number = value.flatMap(Self.number)
    }

    /// A number, or the seconds of a duration.
    static func number(_ value: Any) -> Double? {
      switch value {
      case let value as Int: Double(value)
      case let value as Double: value
      case let value as Duration: value / .seconds(1)
      case let value as any BinaryInteger: Double(value)
      case let value as any BinaryFloatingPoint: Double(value)
      default: nil
      }
    }
  }

  let expression: String
  let values: [Value]
}
