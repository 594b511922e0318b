import Core

/// What the values of a type are written as, for everything that goes through the types of an action: completion, help,
/// candidates to explore.
package enum TypeShape {
  case optional(of: Any.Type)
  /// Changes of the properties of a type: `.set(\.isComplete, true)`.
  case changes(of: Any.Type)
  /// A form of its own.
  case literal(example: String)
  case enumeration(EnumType)
  /// A structure that is written by its stored properties.
  case structure(ProductType)
  case other

  package init(_ type: Any.Type) {
    if let optional = type as? any OptionalType.Type {
      self = .optional(of: optional.wrappedType)
    } else if let binding = type as? any AnyBindingAction.Type {
      self = .changes(of: binding.rootType)
    } else if let literal = type as? any LiteralConvertible.Type {
      self = .literal(example: literal.literalExample)
    } else if let enumeration = EnumType(type) {
      self = .enumeration(enumeration)
    } else if let product = ProductType(memberwise: type) {
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
