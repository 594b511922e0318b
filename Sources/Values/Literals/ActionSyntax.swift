import Core

/// Actions as Swift text: `.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, true))))`.
///
/// Actions of any type can be read and written: enums with any payload, with or without macros; literals, collections,
/// tuples, structures by their stored properties, and `Decodable` types; UUIDs, dates, URLs, durations, index sets;
/// changes of properties by key path.
///
/// ```swift
/// let action = try ActionSyntax.action(Todos.Action.self, parsing: SourceText(".delete([0, 2])"))
/// ActionSyntax.text(action)  // ".delete([0, 2])"
/// ```
///
/// Structures are built from their stored properties without calling an initializer, unless other labels are used and
/// the type is `Decodable`.
public enum ActionSyntax {
  /// Reads an action that spans all of `source`.
  ///
  /// - Throws: A diagnostic for the first error, with what was expected.
  /// - Complexity: O(*n*) in the length of the source. Brackets nested more than 64 deep are an error.
  public static func action<Action>(
    _ type: Action.Type = Action.self,
    parsing source: SourceText
  ) throws(Diagnostic) -> Action {
    try ValueReader(parsing: source).read(type)
  }

  /// Reads an action of a type that is known only at run time.
  package static func action(of type: Any.Type, parsing source: SourceText) throws(Diagnostic) -> Any {
    try ValueReader(parsing: source).value(of: type)
  }

  /// The action, or a part of one, on one line; reading it yields the same action.
  ///
  /// - Complexity: O(size of the action)
  public static func text(_ action: Any) -> String { actionText(action) }

  /// Whether all texts that differ from that of an action only in their numbers and in what they quote read back, or none.
  ///
  /// That is so for enums, structures, tuples and lists of numbers, texts and UUIDs, but not for a URL, which may be invalid,
  /// a date, which may be out of range, or a structure that decodes itself.
  ///
  /// - Complexity: O(size of the action)
  package static func isReadableByForm(_ action: Any) -> Bool {
    if let literal = action as? any LiteralConvertible {
      return literal.writtenParts?.allSatisfy(isReadableByForm) ?? false
    }
    if Choice.current(of: action) != nil {
      return Choice.payload(of: action).allSatisfy { isReadableByForm($0.value) }
    }
    let shape = Shape.of(value: action)
    guard shape.kind == .record, let record = shape.tuple ?? shape.memberwise,
      let values = record.storedValues(of: action)
    else { return false }
    return zip(record.stored, values).allSatisfy { $0.isHidden || isReadableByForm($1) }
  }

  /// A pattern for an action of a type, for use in examples.
  package static func example(of type: Any.Type) -> String {
    Choice.names(of: type)?.first.map { ".\($0.asMember)" } ?? "_"
  }
}
