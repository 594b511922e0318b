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

  /// A hash of the cases of an action and the properties that it changes, if these decide whether its text
  /// reads back; `nil` if its numbers or strings may matter, too.
  ///
  /// These decide it for enums, structures, tuples and lists of numbers, texts and UUIDs, but not for a URL, which may be
  /// invalid, a date, which may be out of range, or a structure that decodes itself.
  ///
  /// - Complexity: O(size of the action)
  package static func form(of action: Any) -> Int? {
    var form = Hasher()
    return Peek.read(action) { add($0, to: &form) } ? form.finalize() : nil
  }

  /// - Returns: Whether the form decides whether the text of the value reads back.
  private static func add(_ part: Peek, to form: inout Hasher) -> Bool {
    let part = part.opened
    let shape = part.shape
    form.combine(ObjectIdentifier(shape))
    if let choice = shape.choice, choice.isReadable {
      let element = choice.current(at: part.address)
      form.combine(element.tag)
      guard element.payload != nil else { return true }
      return choice.readPayload(of: element, at: part.address) { payload in
        element.parameters.allSatisfy { add($0, of: payload, to: &form) }
      }
    }
    switch shape.kind {
    case .scalar: return true
    case .text: return shape.literal != nil
    case .keyPath:
      form.combine(part.value as? AnyKeyPath)
      return true
    case .optional:
      form.combine(part.wrapped != nil)
      return part.wrapped.map { add($0, to: &form) } ?? true
    // In other lists, numbers may have to differ.
    case .list where shape === Shape.list(of: shape.element):
      form.combine(part.count)
      var isDecided = true
      _ = shape.forEachElement(at: part.address) { address, element in
        isDecided = add(Peek(at: address, element), to: &form)
        return isDecided
      }
      return isDecided
    case .record:
      guard shape.literal == nil, !shape.has(.customMirror), let record = shape.tuple ?? shape.memberwise
      else { return false }
      return record.visible.allSatisfy { add($0, of: part.address, to: &form) }
    default:
      guard let change = part.change else {
        return shape.type == UUID.self || shape.type == StackElementID.self
      }
      form.combine(change.property)
      return change.value.map { value in Peek.read(value) { add($0, to: &form) } } ?? true
    }
  }

  private static func add(_ part: Part, of whole: UnsafeRawPointer, to form: inout Hasher) -> Bool {
    part.read(in: whole) { add(Peek(at: $0, part.shape), to: &form) }
  }

  /// A pattern for an action of a type, for use in examples.
  package static func example(of type: Any.Type) -> String {
    Choice.names(of: type)?.first.map { ".\($0.asMember)" } ?? "_"
  }
}
