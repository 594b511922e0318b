import Core

/// A method that expressions can call.
///
/// Evaluation, checking, completion, explanations and help all read these declarations, so adding a method takes one
/// declaration.
package final class Method: Sendable {
  /// The parameter of a method.
  enum Parameter: Equatable {
    case none
    case number(isOptional: Bool)
    case text(label: String?, isOptional: Bool)
    /// An expression that is evaluated for each element.
    case each(label: String?, isOptional: Bool)
    /// A condition on the elements; the label `where:` is optional, and shown in examples if `isLabelled`.
    case condition(isLabelled: Bool)
    /// An element with `label`, or a condition.
    case elementOrCondition(label: String?)
  }

  /// The result of a method, as far as it is known statically.
  enum Result {
    /// A list of elements of the same type.
    case elements
    /// A list of the values of the argument.
    case list
    /// One of the elements.
    case element
    case other
  }

  /// A result that depends only on the number of elements for which the condition holds.
  enum Counted: Sendable {
    /// That number.
    case number
    /// Whether that number and the number of all elements are such.
    case condition(@Sendable (_ matching: Int, _ total: Int) -> Bool)
  }

  typealias OfCollection = @Sendable (inout Evaluator, MethodCall, any Collection) throws(Diagnostic) -> Any?
  typealias OfText = @Sendable (inout Evaluator, MethodCall, String) throws(Diagnostic) -> Any?

  enum Body {
    case collection(OfCollection)
    case text(OfText)
  }

  package let name: String
  /// What the method returns, for help and completion.
  package let summary: String
  let parameter: Parameter
  let result: Result
  let counted: Counted?
  /// The value of the condition for an element that decides the result.
  let decisive: Bool?
  let body: Body

  init(
    _ name: String,
    _ parameter: Parameter,
    _ result: Result,
    counted: Counted? = nil,
    decisive: Bool? = nil,
    _ summary: String,
    _ body: @escaping OfCollection
  ) {
    self.name = name
    self.parameter = parameter
    self.result = result
    self.summary = summary
    self.counted = counted
    self.decisive = decisive
    self.body = .collection(body)
  }

  init(text name: String, _ parameter: Parameter, _ summary: String, _ body: @escaping OfText) {
    self.name = name
    self.parameter = parameter
    self.summary = summary
    result = .other
    counted = nil
    decisive = nil
    self.body = .text(body)
  }

  /// Whether the argument is evaluated for each element, so that its key paths start there.
  var looksAtElements: Bool {
    switch parameter {
    case .each, .condition, .elementOrCondition: true
    case .none, .number, .text: false
    }
  }

  /// A sample call, for errors about the argument.
  var example: String {
    switch parameter {
    case .none: "\(name)()"
    case .number: "\(name)(3)"
    case .text: "\(name)(\"text\")"
    case .each: #"\#(name)(\.description)"#
    case .condition(isLabelled: false): #"\#(name)(\.isComplete)"#
    case .condition, .elementOrCondition(label: _?): #"\#(name)(where: \.isComplete)"#
    case .elementOrCondition(label: nil): #"\#(name)("text") or \#(name)(where: \.isComplete)"#
    }
  }
}

extension Method {
  /// The methods of a type, in display order.
  package struct Table: Sendable {
    package let all: [Method]
    private let byName: [String: Method]

    init(_ all: [Method]) {
      self.all = all
      byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }

    package var names: [String] { all.map(\.name) }

    subscript(name: String) -> Method? { byName[name] }
  }

  /// The methods of the values of a type; empty unless it is a string or a collection.
  static func table(for shape: Shape) -> Table {
    shape.has(.string) ? ofTexts : shape.has(.collection) ? ofCollections : ofOthers
  }

  private static let ofOthers = Table([])
}
