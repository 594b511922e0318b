/// What tells an element of a ``StackState`` from all others, for as long as it is in the stack.
///
/// In a test it is written as a number: `store.send(.path(.element(id: 0, action: .save)))`.
public struct StackElementID: Hashable, Sendable {
  /// The number of the element: 0 for the first that was ever put in.
  public let generation: Int

  /// Creates the id of the element with a number.
  public init(generation: Int) {
    self.generation = generation
  }

  /// The id after this one; after the last, the first.
  var next: Self { Self(generation: generation == .max ? 0 : generation + 1) }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  public init(integerLiteral generation: Int) {
    self.init(generation: generation)
  }
}

extension StackElementID: Comparable {
  public static func < (left: Self, right: Self) -> Bool { left.generation < right.generation }
}

extension StackElementID: CustomStringConvertible, CustomDumpStringConvertible {
  /// The number, after a `#`.
  public var description: String { "#\(generation)" }
  public var customDumpDescription: String { description }
}

extension StackElementID: Codable {
  /// Decodes the number.
  ///
  /// - Throws: `DecodingError` if there is none.
  public init(from decoder: any Decoder) throws {
    generation = try decoder.singleValueContainer().decode(Int.self)
  }

  /// Encodes the number.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }
}
