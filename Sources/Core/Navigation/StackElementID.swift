/// The identity of an element of a ``StackState``, unique for as long as the element is in the stack.
///
/// In tests, write it as a number: `store.send(.path(.element(id: 0, action: .save)))`.
public struct StackElementID: Hashable, Sendable {
  /// The number of the element: 0 for the first one ever added.
  public let generation: Int

  /// Creates the id of the element with a number.
  public init(generation: Int) {
    self.generation = generation
  }

  /// The id after this one, wrapping around at the maximum.
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
  /// The number with a leading `#`.
  public var description: String { "#\(generation)" }
  public var customDumpDescription: String { description }
}

extension StackElementID: Codable {
  /// Decodes the number.
  ///
  /// - Throws: `DecodingError` if it is missing.
  public init(from decoder: any Decoder) throws {
    generation = try Int(from: decoder)
  }

  /// Encodes the number.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try generation.encode(to: encoder)
  }
}
