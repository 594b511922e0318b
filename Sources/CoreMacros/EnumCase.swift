import SwiftSyntax

/// One case of an enum.
struct EnumCase {
  let element: EnumCaseElementSyntax
  let declaration: EnumCaseDeclSyntax

  /// The name in source form, with backticks if needed.
  var name: String { element.name.text }

  var parameters: [EnumCaseParameterSyntax] { element.parameterClause.map { Array($0.parameters) } ?? [] }

  var availability: String { declaration.attributes.availability }

  var isUnavailable: Bool { availability.contains("unavailable") }

  /// The payload's type: `Void`, a type, or a tuple that keeps the labels.
  func payloadType(_ rewrite: (TypeSyntax) -> String) -> String {
    switch parameters.count {
    case 0: return "Void"
    case 1: return rewrite(parameters[0].type)
    default:
      let types = parameters.map { parameter in
        parameter.label + rewrite(parameter.type)
      }
      return "(\(types.joined(separator: ", ")))"
    }
  }

  /// The case with a payload: `.element(id: $0.0, action: $0.1)`.
  func construction(_ payload: (Int) -> String) -> String {
    guard !parameters.isEmpty else { return ".\(name)" }
    let arguments = parameters.enumerated().map { index, parameter in
      parameter.label + payload(index)
    }
    return ".\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// The pattern that binds the payload to `value0`, `value1` …
  var pattern: String {
    guard !parameters.isEmpty else { return ".\(name)" }
    let bindings = parameters.indices.map { "let value\($0)" }
    return ".\(name)(\(bindings.joined(separator: ", ")))"
  }

  /// The payload bound by ``pattern``.
  var boundPayload: String {
    let values = parameters.indices.map { "value\($0)" }
    return values.count == 1 ? values[0] : "(\(values.joined(separator: ", ")))"
  }
}

extension EnumCaseParameterSyntax {
  /// The label with its colon; empty if there is none.
  var label: String {
    guard let firstName, firstName.tokenKind != .wildcard else { return "" }
    return "\(firstName.text): "
  }
}
