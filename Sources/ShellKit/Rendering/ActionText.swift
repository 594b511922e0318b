import Core
import Foundation

/// A value on one line as it would be written in Swift: `.todos(.element(id: UUID(0), action: .toggle))`.
///
/// The text is for people and the same in every run. Type names are left out where Swift would infer them.
///
/// - Complexity: O(size of the value).
func actionText(_ value: Any) -> String {
  switch value {
  case let text as String: return text.quotedAsLiteral
  case let character as Character: return String(character).quotedAsLiteral
  case let id as UUID: return id.asLiteral
  case let duration as Duration: return duration.formatted
  case let indices as IndexSet: return "[\(indices.map(String.init).joined(separator: ", "))]"
  case let number as any Numeric: return "\(number)"
  case let bool as Bool: return "\(bool)"
  case let path as AnyKeyPath: return String(customDumping: path).controlCharactersEscaped
  case let binding as any SomeBindingAction: return binding.actionText
  case let value as any CustomDumpStringConvertible:
    return value.customDumpDescription.controlCharactersEscaped
  case let value as any CustomDumpRepresentable: return actionText(value.customDumpValue)
  default: return reflectedText(value)
  }
}

private func reflectedText(_ value: Any) -> String {
  let mirror = (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional: return mirror.children.first.map { actionText($0.value) } ?? "nil"
  case .enum: return caseText(value, mirror)
  case .tuple: return "(\(arguments(of: mirror)))"
  case .collection: return "[\(elements(of: mirror).joined(separator: ", "))]"
  // The order of sets and dictionaries changes from run to run, that of their printed elements does not.
  case .set: return "[\(elements(of: mirror).sorted().joined(separator: ", "))]"
  case .dictionary: return dictionaryText(mirror)
  case .struct where !mirror.children.isEmpty, .class where !mirror.children.isEmpty:
    return "\(type(of: value))(\(arguments(of: mirror)))"
  default: return "\(value)".controlCharactersEscaped
  }
}

private func caseText(_ value: Any, _ mirror: Mirror) -> String {
  guard let payload = mirror.children.first, let name = payload.label else { return ".\(value)" }
  let inner = Mirror(reflecting: payload.value)
  let isLabelled = inner.displayStyle == .tuple
  return ".\(name)(\(isLabelled ? arguments(of: inner) : actionText(payload.value)))"
}

/// Children as arguments; a tuple's nameless ones are labelled `.0` by reflection.
private func arguments(of mirror: Mirror) -> String {
  mirror.children
    .map { child in
      guard let label = child.label, !label.hasPrefix(".") else { return actionText(child.value) }
      return "\(label): \(actionText(child.value))"
    }
    .joined(separator: ", ")
}

private func elements(of mirror: Mirror) -> [String] {
  mirror.children.map { actionText($0.value) }
}

private func dictionaryText(_ mirror: Mirror) -> String {
  let entries = mirror.children.map { child in
    Mirror(reflecting: child.value).children.map { actionText($0.value) }.joined(separator: ": ")
  }
  return entries.isEmpty ? "[:]" : "[\(entries.sorted().joined(separator: ", "))]"
}

/// What binding actions of every root have in common.
private protocol SomeBindingAction {
  var actionText: String { get }
}

extension BindingAction: SomeBindingAction {
  /// As it is made: `.set(\.isComplete, true)`.
  fileprivate var actionText: String {
    let path = ShellKit.actionText(keyPath)
    return value.map { ".set(\(path), \(ShellKit.actionText($0)))" } ?? ".toggle(\(path))"
  }
}
