/// A hashable value of any type that, unlike an `AnyHashable`, may be passed between threads.
///
/// ```swift
/// let ids: Set<AnyHashableSendable> = [AnyHashableSendable(1), AnyHashableSendable("a")]
/// ```
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Erases the type of a value. A value that is already erased is not wrapped again.
  public init(_ base: some Hashable & Sendable) {
    self.base = (base as? Self)?.base ?? base
  }

  /// Whether both values are equal when compared as `AnyHashable`.
  public static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}

extension AnyHashableSendable: CustomStringConvertible, CustomReflectable, CustomDumpRepresentable {
  /// The value's description.
  public var description: String { String(describing: base) }

  /// The value's mirror.
  public var customMirror: Mirror { reflect(base) }

  /// The value.
  public var customDumpValue: Any { base }
}

extension AnyHashableSendable: ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral
{
  /// A `Bool`.
  public init(booleanLiteral value: Bool) { self.init(value) }
  /// A `Double`.
  public init(floatLiteral value: Double) { self.init(value) }
  /// An `Int`.
  public init(integerLiteral value: Int) { self.init(value) }
  /// A `String`.
  public init(stringLiteral value: String) { self.init(value) }
}

extension AnyHashableSendable: _HasCustomAnyHashableRepresentation {
  /// Equals its value in an `AnyHashable`.
  public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(base) }
}
