import Core

extension Optional: LiteralConvertible {
  static var literalExample: String { "nil" }
  static var absentValue: Any? { noValue }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Wrapped? {
    switch reader.node.kind {
    case .null, .enumCase("none", nil): nil
    case .enumCase("some", let arguments?) where arguments.count == 1 && arguments[0].label == nil:
      try reader.at(arguments[0].value).read(Wrapped.self)
    default: try reader.read(Wrapped.self)
    }
  }
}

extension Array: LiteralConvertible {
  static var literalExample: String { "[]" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> [Element] {
    try reader.elements(Element.self)
  }
}

extension Set: LiteralConvertible {
  static var literalExample: String { "[]" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Set<Element> {
    Set(try reader.elements(Element.self))
  }
}

extension Dictionary: LiteralConvertible {
  static var literalExample: String { "[:]" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> [Key: Value] {
    guard case .dictionary(let pairs) = reader.node.kind else { throw mismatch(reader) }
    var dictionary: [Key: Value] = [:]
    for pair in pairs {
      let key = try reader.at(pair.key).read(Key.self)
      guard dictionary.updateValue(try reader.at(pair.value).read(Value.self), forKey: key) == nil else {
        throw reader.error("duplicate key", at: pair.key.range)
      }
    }
    return dictionary
  }
}

extension IdentifiedArray: LiteralConvertible where Element: Identifiable, ID == Element.ID {
  static var literalExample: String { "[]" }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Self {
    var array = Self()
    for element in try reader.elements(Element.self) where !array.append(element).inserted {
      throw reader.error("duplicate id \(actionText(element.id))")
    }
    return array
  }
}

extension PresentationState: LiteralConvertible {
  static var literalExample: String { "nil" }
  static var absentValue: Any? { PresentationState(wrappedValue: nil) }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Self {
    Self(wrappedValue: try Optional<State>.read(reader))
  }

  func write(by writer: ValueText, to text: inout [UInt8]) -> Bool {
    withUnsafePointer(to: wrappedValue) {
      writer.writeContents(of: Peek(at: $0, .of(State?.self)), to: &text)
    }
  }
}

/// A range that is written with its bounds.
protocol WrittenRange: LiteralConvertible {
  associatedtype Bound: Comparable
  static var mark: String { get }
  var lowerBound: Bound { get }
  var upperBound: Bound { get }
  init(uncheckedBounds: (lower: Bound, upper: Bound))
}

extension WrittenRange {
  var isClosed: Bool { Self.mark == "..." }
  var anyBounds: (Any, Any) { (lowerBound, upperBound) }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Self {
    guard case .range(let lower?, let upper?, let isClosed) = reader.node.kind, isClosed == (mark == "...")
    else {
      throw mismatch(reader)
    }
    let (start, end) = (try reader.at(lower).read(Bound.self), try reader.at(upper).read(Bound.self))
    guard start <= end else { throw reader.error("the range ends before it starts") }
    return Self(uncheckedBounds: (start, end))
  }

  func written(by writer: ValueText) -> String? {
    guard let lower = writer.text(lowerBound), let upper = writer.text(upperBound) else { return nil }
    // Swift would read a minus directly after it as part of the operator.
    return lower + (upper.hasPrefix("-") || upper.hasPrefix(".") ? " \(Self.mark) " : Self.mark) + upper
  }
}

extension Range: WrittenRange, LiteralConvertible {
  static var literalExample: String { "0..<3" }
  static var mark: String { "..<" }
}

extension ClosedRange: WrittenRange, LiteralConvertible {
  static var literalExample: String { "0...2" }
  static var mark: String { "..." }
}

extension Shared: LiteralConvertible {
  static var literalExample: String {
    Shape.of(Value.self).literal?.literalExample ?? "value"
  }

  static func read(_ reader: ValueReader) throws(Diagnostic) -> Self {
    Self(value: try reader.read(Value.self))
  }

  func written(by writer: ValueText) -> String? {
    writer.text(wrappedValue).map { writer.purpose == .source ? "Shared(value: \($0))" : $0 }
  }
}
