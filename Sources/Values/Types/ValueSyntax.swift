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
    let shape = Shape.of(type)
    if let wrapped = shape.wrapped {
      self = .optional(of: wrapped.type)
    } else if let changes = shape.changes {
      self = .changes(of: changes.rootType)
    } else if let literal = shape.literal {
      self = .literal(example: literal.literalExample)
    } else if let choice = shape.choice {
      self = .enumeration(choice)
    } else if let record = shape.memberwise {
      self = .structure(record)
    } else {
      self = .other
    }
  }

  /// The type whose properties are changed.
  package var changedType: Any.Type? {
    if case .changes(let type) = self { type } else { nil }
  }
}
