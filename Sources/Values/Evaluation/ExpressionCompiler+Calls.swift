import Core

// Functions, initializers and static members.
extension ExpressionCompiler {
  /// The type that a name denotes: `Duration` in `Duration.seconds(1)`, `Filter` in `Filter.active`; `nil` for a name in scope.
  func namedType(_ node: SyntaxNode) -> Shape? {
    guard let (names, arguments) = node.dottedName, arguments == nil, names[0].first?.isUppercase == true,
      root.settled.map(Members.of)?[names[0]] == nil, facts?[names[0]] == nil
    else { return nil }
    if names.count == 1, let type = Self.types[names[0]] { return .of(type) }
    var found: Shape?
    _ = root.contains { shape in
      if isName(names[...], of: shape.type) { found = shape }
      return found != nil
    }
    return found
  }

  /// Whether a type can be named without a value of it.
  static func isNamed(_ type: Any.Type) -> Bool { types.values.contains { $0 == type } }

  private static let types: [String: Any.Type] = [
    "Int": Int.self, "Double": Double.self, "Float": Float.self, "Bool": Bool.self,
    "String": String.self,
    "Character": Character.self, "Duration": Duration.self, "Date": Date.self, "UUID": UUID.self,
    "URL": URL.self,
    "Decimal": Decimal.self, "Int8": Int8.self, "Int16": Int16.self, "Int32": Int32.self, "Int64": Int64.self,
    "UInt": UInt.self, "UInt8": UInt8.self, "UInt16": UInt16.self, "UInt32": UInt32.self,
    "UInt64": UInt64.self,
  ]

  /// The value of a static member: `Duration.seconds(1)`, `Double.infinity`, `Filter.active`.
  func constant(
    _ name: String,
    _ arguments: [SyntaxNode.Argument]?,
    of type: Shape,
    at node: SyntaxNode
  ) throws -> Term {
    if name == "init", let arguments, case .method(let base, _, _, _) = node.kind,
      case .name(let type) = base.kind
    {
      return try call(type, arguments, at: node)
    }
    do { return try literal(node.with(.enumCase(name, arguments)), as: type) } catch {
      if type.choice != nil { throw error }
      throw source.error("no static member '\(name)' on \(typeName(type)) takes these arguments", at: node)
    }
  }

  /// A call of a function or an initializer.
  func call(_ name: String, _ arguments: [SyntaxNode.Argument], at node: SyntaxNode) throws -> Term {
    let labels = arguments.map { $0.label?.text }
    if name == "min" || name == "max" {
      guard labels.count > 1, labels.allSatisfy({ $0 == nil }) else {
        throw source.error(
          "'\(name)' takes two or more values",
          at: node,
          hint: "for a list, write LIST.\(name)()"
        )
      }
      let list = node.with(.array(arguments.map(\.value)))
      return try term(node.with(.method(list, name, [], isOptional: false)))
    }
    if name == "Dictionary", arguments.count == 2, labels[0] == "grouping" {
      return try term(node.with(.method(arguments[0].value, "grouped", [arguments[1]], isOptional: false)))
    }
    if let function = Function.all[name], let first = arguments.first,
      labels.allSatisfy({ $0.map(function.labels.contains) ?? true })
    {
      // `String(["a", "b"])` joins characters; of another list, Swift has only a description.
      let joins = name == "String" && labels[0] == nil
      var expected: Shape?
      if joins, case .array = first.value.kind { expected = .list(of: .of(Character.self)) }
      let value = try term(first.value, as: expected)
      return try term(node, of: value, missing: "value for '\(name)'") { shape in
        if joins, shape.has(.collection), !shape.has(.text) {
          return try characters(of: value, shape, at: node)
        }
        guard function.takes(shape) else {
          throw value.error(
            "'\(name)' expects \(function.expected); `\(value.shown)` is \(typeName(shape))"
          )
        }
        let rest = Array(arguments.dropFirst())
        return try call(select([function.method], for: rest, at: node), on: shape, rest, at: node)
      }
    }
    guard let type = namedType(node.with(.name(name))) else {
      if let function = Function.all[name] {
        throw source.error(
          "'\(name)' does not take these arguments",
          at: node,
          hint: "it takes \(function.expected)"
        )
      }
      throw source.unknown(
        "unknown function '\(name)'",
        name,
        at: node.range,
        among: Function.names,
        hint: "call a method on a value: value.sorted()"
      )
    }
    return try make(type, named: name, arguments, at: node)
  }

  /// A string of the characters in a list.
  private func characters(of list: Term, _ shape: Shape, at node: SyntaxNode) throws -> Code {
    guard shape.element?.type == Character.self else {
      throw list.error(
        "'String' expects a list of characters; `\(list.shown)` is \(typeName(shape))",
        hint: "write LIST.joined() or String(describing: LIST)"
      )
    }
    return try call(Method.joined, on: shape, [], at: node)
  }

  /// A value read from a literal, or from the text of another value.
  func make(
    _ type: Shape,
    named name: String,
    _ arguments: [SyntaxNode.Argument],
    at node: SyntaxNode
  ) throws
    -> Term
  {
    let isNumber = type.has(.number) && arguments.count == 1 && arguments[0].label == nil
    if arguments.allSatisfy(\.value.isLiteral) {
      let literal = isNumber ? arguments[0].value : node
      return constant(node, try ValueReader(source: source, node: literal).value(of: type.type))
    }
    guard arguments.count == 1 else {
      throw source.error("the arguments of '\(name)' must be literals", at: node)
    }
    let label = arguments[0].label.map { "\($0.text): " } ?? ""
    let argument = try term(arguments[0].value)
    return term(node, type) { evaluation in
      let value = try argument.value(in: evaluation)
      if label.isEmpty, value.shape === type { return value }
      let text = value.any.map { isNumber ? actionText($0) : "\(name)(\(label)\(actionText($0)))" } ?? ""
      if let made = try? ValueReader(parsing: SourceText(text)).value(of: type.type) { return .made(made) }
      throw argument.error(
        "cannot convert \(typeName(value.shape)) to \(typeName(type))",
        hint: type.literalExample.map { "for example \($0)" },
        isMissing: value.isNull
      )
    }
  }
}

/// A function or an initializer that expressions can call: a method of its first argument, in another
/// notation.
package struct Function: Sendable {
  let method: Method
  /// The labels that its arguments may have.
  var labels: [String] = []
  let expected: String
  let takes: @Sendable (Shape) -> Bool

  /// All names, for help.
  package static let names =
    list.map(\.method.name) + ["min", "max", "UUID", "Date", "URL", "before"]

  static let all = Dictionary(uniqueKeysWithValues: list.map { ($0.method.name, $0) })

  private static let list: [Function] = [
    conversion(Int.self, radix: { Int($0, radix: $1) }) { number in
      switch number {
      case .integer(let number): Int(exactly: number)
      case .double(let number): Int(exactly: number.rounded(.towardZero))
      }
    },
    conversion(Double.self) { $0.double },
    conversion(Float.self) { Float($0.double) },
    conversion(Bool.self) { _ in nil },
    Function(
      method: Method(
        "String",
        [.value("count", .count, isOptional: true)],
        "",
        returns: String.self
      ) { call in
        if let count = try call.count(0) {
          let text = describe(call.base)
          try call.take(copies: count, of: text)
          return String(repeating: text, count: count)
        }
        return describe(call.base)
      },
      labels: ["describing", "repeating", "count"],
      expected: "a value",
      takes: { _ in true }
    ),
    Function(
      method: Method("abs", [], "", \.base) { call in
        let zero: Value = call.shape.type == Duration.self ? .made(Duration.zero) : .made(0)
        guard Comparison.isLess(call.base, zero) == true else { return call.base }
        return try Arithmetic(binary: .minus, node: call.node, source: call.source).negation(of: call.shape)?
          .run(call.evaluation, call.base, .null) ?? call.base
      },
      expected: "a number",
      takes: { $0.has(.number) || $0.type == Duration.self }
    ),
    collection(
      Method("Array", [], "", { .list(of: $0.element) }) {
        .list(try $0.elements(), of: $0.element)
      }
    ),
    collection(
      Method("Set", [], "", { $0.base.element.flatMap(Shape.set) }) { call in
        guard let set = Value.set(try call.elements(), of: call.shape.element) else {
          throw call.error("the elements of a set must be hashable")
        }
        return set
      },
      expected: "a list of hashable values"
    ) { $0?.hashable != nil },
    collection(
      Method("zip", [.value(nil, .list)], "", { .list(of: $0.pair) }) { call in
        let other = try call.elements(of: call.value(0))
        return .list(zip(try call.elements(), other).map { .tuple([$0, $1]) }, of: call.result?.element)
      }
    ),
    collection(
      Method("Dictionary", [], "", { $0.element?.pair.flatMap { Shape.dictionary(of: $0, $1) } }) { call in
        let pairs = try call.elements().map { element in
          let parts = element.parts
          guard parts.count == 2 else {
            throw call.error("the elements must be pairs; one is \(typeName(element.shape))")
          }
          return (parts[0], parts[1])
        }
        var keys: Set<AnyHashable> = []
        for key in pairs.compactMap(\.0.hashable) where !keys.insert(key).inserted {
          throw call.error("duplicate key \(actionText(key.base))")
        }
        return .dictionary(pairs) ?? .null
      },
      labels: ["uniqueKeysWithValues"],
      expected: "a list of pairs with hashable keys"
    ) { $0?.pair?.0.hashable != nil },
  ]

  private static func conversion<Result: LosslessStringConvertible & SendableMetatype>(
    _: Result.Type,
    radix: (@Sendable (_ digits: String, _ radix: Int) -> Result?)? = nil,
    _ convert: @escaping @Sendable (Number) -> Result?
  ) -> Function {
    Function(
      method: Method(
        "\(Result.self)",
        radix == nil ? [] : [.value("radix", .count, isOptional: true)],
        "",
        returns: Result.self
      ) { call in
        if let base = try call.count(0), let radix {
          guard let digits = text(of: call.base.any), (2...36).contains(base) else {
            throw call.error("'radix' is the base of a text, from 2 to 36")
          }
          return radix(digits, base)
        }
        if let value = call.base.unboxed(as: Result.self) { return value }
        if let text = text(of: call.base.any) { return Result(text) }
        guard let number = Number(call.base.any) else { return nil }
        if let result = convert(number) { return result }
        throw call.error("cannot convert \(call.base.any.map { actionText($0) } ?? "nil") to \(Result.self)")
      },
      labels: radix == nil ? [] : ["radix"],
      expected: "a number or a string"
    ) {
      $0.has(.number) || $0.has(.text) || $0.type == Result.self
    }
  }

  /// - Parameter takes: Whether elements of a known type are valid.
  private static func collection(
    _ method: Method,
    labels: [String] = [],
    expected: String = "a list",
    _ takes: @escaping @Sendable (Shape?) -> Bool = { _ in true }
  ) -> Function {
    Function(method: method, labels: labels, expected: expected) { shape in
      shape.has(.collection) && (shape.element?.settled.map(takes) ?? true)
    }
  }
}

extension Method.Types {
  /// The type of a pair of an element and one of the argument.
  fileprivate var pair: Shape? {
    guard let element, let other = arguments[0]?.element?.settled else { return nil }
    return .tuple(of: [element, other])
  }
}

extension Value {
  static func tuple(_ values: [Value], labels: [String?] = []) -> Value {
    let parts = values.map(\.asPart)
    let type = Shape.tuple(of: parts.map { Shape.of(value: $0) }, labels: labels)
    return type?.tuple?.make(parts).map(Value.made) ?? .null
  }

  /// A set of values; `nil` if they cannot be hashed.
  static func set(_ values: [Value], of element: Shape?) -> Value? {
    func set<Element: Hashable>(_: Element.Type) -> Any {
      Set(values.compactMap { $0.unboxed(as: Element.self) })
    }
    return element?.hashable.map { .made(set($0)) }
  }
}

extension Shape {
  /// The types of the two parts of a pair.
  fileprivate var pair: (Shape, Shape)? {
    guard let parts = tuple?.stored, parts.count == 2 else { return nil }
    return (parts[0].shape, parts[1].shape)
  }

  static func set(of element: Shape) -> Shape? {
    func set<Element: Hashable>(_: Element.Type) -> Any.Type { Set<Element>.self }
    return element.hashable.map { .of(set($0)) }
  }
}
