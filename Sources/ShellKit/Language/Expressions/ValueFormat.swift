#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes small values as the language would.
enum ValueFormat {
  /// How long a value may be to stand on a line.
  private static let longest = 72

  /// - Returns: `nil` for a value that needs more than a line.
  static func short(_ value: Any?) -> String? {
    guard let text = text(value, depth: 0), text.cellWidth <= longest || isScalar(value) else { return nil }
    return text
  }

  private static func isScalar(_ value: Any?) -> Bool { value is any StringProtocol }

  private static func text(_ value: Any?, depth: Int) -> String? {
    guard depth < 8 else { return nil }
    guard let value = value.flatMap(Reflection.flattened) else { return "nil" }
    switch value {
    case let value as Bool: return "\(value)"
    case let value as any StringProtocol: return String(value).quotedAsLiteral
    case let value as Character: return String(value).quotedAsLiteral
    case let value as any BinaryInteger: return "\(value)"
    case let value as Double: return "\(value)"
    case let value as any BinaryFloatingPoint: return "\(value)"
    case let value as Duration: return value.formatted
    case let value as UUID: return value.shortened
    case let value as CaseLiteral: return caseText(value.name, value.arguments, depth: depth)
    case is Void: return "()"
    case let value as any Collection: return collectionText(value, depth: depth)
    default: break
    }
    guard let name = EnumReflection.caseName(of: value) else { return nil }
    return caseText(name, EnumReflection.payload(of: value).map { ($0.label, $0.value) }, depth: depth)
  }

  private static func caseText(
    _ name: String,
    _ arguments: [(label: String?, value: Any?)],
    depth: Int
  ) -> String? {
    var texts: [String] = []
    for argument in arguments {
      guard let text = text(argument.value, depth: depth + 1) else { return nil }
      texts.append((argument.label.map { "\($0): " } ?? "") + text)
    }
    return ".\(name)" + (texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))")
  }

  private static func collectionText(_ collection: any Collection, depth: Int) -> String? {
    if collection.isEmpty { return collection is any DictionaryElements ? "[:]" : "[]" }
    guard collection.count <= longest / 2, !(collection is any DictionaryElements) else { return nil }
    var texts: [String] = []
    for element in CollectionAccess.elements(of: collection) {
      guard let text = text(element, depth: depth + 1) else { return nil }
      texts.append(text)
    }
    return "[\(texts.joined(separator: ", "))]"
  }
}

extension UUID {
  /// The UUID whose bytes spell a number, as `UUID(0)` does in tests.
  init(number: UInt64) {
    var bytes: [UInt8] = Array(repeating: 0, count: 16)
    for index in 0..<8 { bytes[15 - index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index)) }
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }

  /// The number whose UUID this is, if it is one that a generator for tests would give.
  var number: Int? {
    let bytes = withUnsafeBytes(of: uuid) { Array($0) }
    guard bytes[..<10].allSatisfy({ $0 == 0 }) else { return nil }
    return bytes[10...].reduce(0) { $0 << 8 | Int($1) }
  }

  fileprivate var shortened: String { number.map { "UUID(\($0))" } ?? "UUID(\"\(uuidString)\")" }
}
