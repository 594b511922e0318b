/// Actions as Swift text: `.todos(.element(id: UUID(0), action: .binding(.set(\.isComplete, true))))`.
///
/// An action of any type can be written and read: enums with any payload, whatever macros they have or have not;
/// literals, collections, tuples, structures by their stored properties, and what is `Decodable`; UUIDs, dates, URLs,
/// durations, index sets; changes of properties by key path.
///
/// ```swift
/// let action = try ActionSyntax.action(Todos.Action.self, parsing: SourceText(".delete([0, 2])"))
/// ActionSyntax.text(action)  // ".delete([0, 2])"
/// ```
///
/// Structures are made of their stored properties without a call of an initializer, unless they are written with other
/// labels and are `Decodable`.
public enum ActionSyntax {
  /// Reads an action that takes all of `source`.
  ///
  /// - Throws: the first thing that is wrong, with its place and with what could stand there.
  /// - Complexity: O(*n*) in the length of the source. Brackets nested more than 64 deep are an error.
  public static func action<Action>(
    _ type: Action.Type = Action.self,
    parsing source: SourceText
  ) throws(Diagnostic) -> Action {
    var parser = SyntaxParser(source, grammar: .value)
    return try ValueReader(source: source).read(type, from: try parser.parse())
  }

  /// The action, or a part of one, on one line; reading it gives the same action.
  ///
  /// - Complexity: O(size of the action)
  public static func text(_ action: Any) -> String { actionText(action) }

  /// A pattern of some of the actions of a type, for examples.
  package static func example(of type: Any.Type) -> String {
    EnumType.names(of: type)?.first.map { ".\($0.asMember)" } ?? "_"
  }
}
