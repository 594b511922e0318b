import Core

/// The value of a part of an expression, never an optional.
///
/// Values are read in place, so that a query of a long list copies nothing.
enum Value {
  case null
  /// A part of a value that outlives it, of the state or of the current element of a method, or a value that its peek
  /// keeps.
  case place(Peek)
  /// What conditions and counts make, without memory of their own.
  case flag(Bool)
  case integer(Int)

  static func made(_ value: Any) -> Value { .place(Peek(value)) }
  static func made(_ flag: Bool) -> Value { .flag(flag) }
  static func made(_ number: Int) -> Value { .integer(number) }

  /// The value at a place, without optionals and wrappers that represent another value.
  init(_ peek: Peek) {
    guard peek.shape.has(.unsettled) else {
      self = .place(peek)
      return
    }
    guard let wrapped = peek.shape.wrapped else {
      self.init(flattening: peek.value)
      return
    }
    self = peek.shape.wrappedAddress(at: peek.address).map { Value(Peek(at: $0, wrapped)) } ?? .null
  }

  init(flattening value: Any?) { self = value.flatMap(flattened).map(Value.made) ?? .null }

  /// A copy.
  var any: Any? {
    switch self {
    case .null: nil
    case .place(let peek): peek.value
    case .flag(let flag): flag
    case .integer(let number): number
    }
  }

  /// A copy for use as a part of a new value, in which it may be `nil`.
  var asPart: Any { any ?? (nil as Any?) as Any }

  /// The value, independent of where it was read.
  var kept: Value {
    if case .place(let peek) = self { .place(peek.kept) } else { self }
  }

  /// The type; `nil` for `nil`.
  var shape: Shape? {
    switch self {
    case .null: nil
    case .place(let peek): peek.shape
    case .flag: .flag
    case .integer: .integer
    }
  }

  /// Whether it is a value of a type, without counting a reference to the shape; `nil` is the type of `nil`.
  func isOf(_ type: Shape?) -> Bool {
    switch self {
    case .null: type == nil
    case .place(let peek): peek.shape === type
    case .flag: type === Shape.flag
    case .integer: type === Shape.integer
    }
  }

  var isNull: Bool { if case .null = self { true } else { false } }

  func unboxed<T>(as type: T.Type) -> T? {
    read { $0.shape.type == type ? $0.address.assumingMemoryBound(to: type).pointee : nil } ?? nil
  }

  /// Calls a function with the place of the value, which may be valid only during the call.
  ///
  /// - Returns: `nil` if there is no value.
  func read<Result>(_ body: (Peek) throws -> Result) rethrows -> Result? {
    switch self {
    case .null: nil
    case .place(let peek): try body(peek)
    case .flag(let flag): try withUnsafePointer(to: flag) { try body(Peek(at: $0, .flag)) }
    case .integer(let number): try withUnsafePointer(to: number) { try body(Peek(at: $0, .integer)) }
    }
  }

  /// A part of the value.
  ///
  /// - Parameter find: Returns a part that lives as long as the value does.
  func part(_ find: (Peek) -> Value) -> Value {
    if case .place(let peek) = self { return find(peek) }
    return read { find($0).kept } ?? .null
  }
}

extension Shape {
  fileprivate static let flag = Shape.of(Bool.self)
  fileprivate static let integer = Shape.of(Int.self)

  /// The type of the values that are read from places of this type, unless they are `nil`; `nil` if only a value can
  /// tell.
  var settled: Shape? {
    if let wrapped { return wrapped.settled }
    if has(.unsettled) { return nil }
    return switch typeKind {
    case .structure, .enumeration, .tuple: self
    default: nil
    }
  }

  /// The type of the elements of a collection.
  package var element: Shape? { elementType(of: type).map(Shape.of) }

  /// The type of lists of values of a type; `[Any]` if it is unknown.
  static func list(of element: Shape?) -> Shape {
    func list<Element>(_: Element.Type) -> Any.Type { [Element].self }
    return element.map { .of(_openExistential($0.type, do: list)) } ?? .of([Any].self)
  }

  /// Whether its values are lists in the language: ordered collections other than strings.
  var isList: Bool { has(.collection) && !has(.string) && !has(.unordered) }
}

/// Builds a list, which is typed if all values have one type.
struct ListBuilder {
  private let element: Shape?
  private var typed: TypedList?
  /// The values, if they are of several types or some are `nil`.
  private var mixed: [Any]?

  /// - Parameter element: The type of the values, as far as it is known.
  init(of element: Shape? = nil) { self.element = element }

  mutating func append(_ value: Value) {
    if mixed == nil, let shape = value.shape {
      let list = typed ?? .of(shape)
      typed = list
      if list.shape === shape { return list.append(value) }
    }
    if mixed == nil { mixed = typed?.elements ?? [] }
    mixed?.append(value.any as Any)
  }

  var list: Value { .made(mixed ?? typed?.list ?? TypedList.of(element ?? .of(Any.self)).list) }
}

/// A list of values of one type.
class TypedList: ElementAnswers {
  let shape: Shape
  fileprivate(set) var areComplete = true

  fileprivate init(_ shape: Shape) { self.shape = shape }

  static func of(_ shape: Shape) -> TypedList {
    func list<Element>(_: Element.Type) -> TypedList { ListOf<Element>(shape) }
    return _openExistential(shape.type, do: list)
  }

  fileprivate func append(_: Value) {}
  var count: Int { 0 }
  var list: Any { () }
  fileprivate var elements: [Any] { [] }
  func replace(_: Range<Int>, with _: Range<Int>, _: (Int) -> Value?) -> Bool { false }
}

private final class ListOf<Element>: TypedList {
  @exclusivity(unchecked) private var items: [Element] = []

  override init(_ shape: Shape) {
    super.init(shape)
    // Most lists are short, and growing one takes longer than filling it.
    items.reserveCapacity(8)
  }

  override func append(_ value: Value) { append(value, to: &items) }

  private func append(_ value: Value, to items: inout [Element]) {
    value.read { items.append($0.address.assumingMemoryBound(to: Element.self).pointee) }
  }

  override var count: Int { items.count }
  override var list: Any { items }
  override var elements: [Any] { items }

  override func replace(_ known: Range<Int>, with positions: Range<Int>, _ answer: (Int) -> Value?) -> Bool {
    var found: [Element] = []
    areComplete = positions.allSatisfy { position in
      guard let value = answer(position), value.shape === shape else { return false }
      append(value, to: &found)
      return true
    }
    items.replaceSubrange(known, with: found)
    return areComplete
  }
}

// Lists of values.
extension Value {
  /// A list of values.
  ///
  /// - Parameter element: Their type, as far as it is known.
  static func list(_ values: [Value], of element: Shape? = nil) -> Value {
    var list = ListBuilder(of: element)
    for value in values { list.append(value) }
    return list.list
  }

  /// The number of elements; `nil` unless it is a collection.
  var elementCount: Int? {
    read { peek in
      if let elements = peek.shape.elements { return elements.count(of: peek.address) }
      return peek.collection?.elementCount
    } ?? nil
  }

  /// Calls a function with each element, in an order that is the same in every run, until it returns `false`.
  /// An element is valid during the call.
  func forEachElement(_ body: (Value) throws -> Bool) throws {
    _ = try read { peek in
      if try peek.shape.forEachElement(at: peek.address, { try body(Value(Peek(at: $0, $1))) }) != nil {
        return
      }
      guard let elements = peek.collection?.erasedIterator else { return }
      for element in elements where try !body(Value(flattening: element)) { return }
    }
  }

  /// A list of the elements at some positions.
  func elements(in positions: Range<Int>, of element: Shape?) -> Value {
    var list = ListBuilder(of: element)
    for position in positions { list.append(self.element(at: position)) }
    return list.list
  }

  /// The keys and values of a dictionary, in an order that is the same in every run.
  var pairs: [(key: Any, value: Any)]? { (any as? any DictionaryElements)?.pairsSortedByKey }

  /// The elements of a tuple.
  var parts: [Value] {
    (shape?.tuple?.stored ?? []).map { part in
      self.part { Value($0.part(part)) }
    }
  }

  /// The element at a position.
  func element(at position: Int) -> Value {
    part { peek in
      if peek.shape.elements != nil { return peek.element(at: position).map(Value.init) ?? .null }
      return Value(flattening: peek.collection?.element(at: position))
    }
  }
}
