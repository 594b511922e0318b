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
    case let value as UUID: return value.asLiteral
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
