import Core

/// How the values of a type are written, for everything that traverses the types of an action: completion, help, and the
/// search for candidate actions.
package enum ValueSyntax {
  case optional(of: Any.Type)
  /// Changes of a type's properties: `.set(\.isComplete, true)`.
  case changes(of: Any.Type)
  /// A type with its own literal syntax.
  case literal(example: String)
  case enumeration(Choice)
  /// A structure that is written with its stored properties.
  case structure(Record)
  case other

  package init(_ type: Any.Type) {
    if let optional = type as? any OptionalType.Type {
      self = .optional(of: optional.wrappedType)
    } else if let binding = type as? any AnyBindingAction.Type {
      self = .changes(of: binding.rootType)
    } else if let literal = type as? any LiteralConvertible.Type {
      self = .literal(example: literal.literalExample)
    } else if let enumeration = Shape.of(type).choice {
      self = .enumeration(enumeration)
    } else if let product = Shape.of(type).memberwise {
      self = .structure(product)
    } else {
      self = .other
    }
  }

  /// The type whose properties are changed.
  package var changedType: Any.Type? {
    if case .changes(let type) = self { type } else { nil }
  }
}
