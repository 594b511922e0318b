#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UUID {
  /// The UUID as the language writes it: with its number if it is one that a session counts, `UUID(0)`, otherwise with
  /// its text.
  var asLiteral: String { number.map { "UUID(\($0))" } ?? "UUID(\(uuidString.quotedAsLiteral))" }

  /// The number whose UUID this is, as Core's `UUID(_:)` makes it.
  private var number: Int? {
    let bytes = withUnsafeBytes(of: uuid) { Array($0) }
    guard bytes.prefix(8).allSatisfy({ $0 == 0 }) else { return nil }
    return Int(exactly: bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
