import Core

// The members of scalar types of the standard library and of Foundation.
extension Members {
  /// The members of a type whose memory is an implementation detail; `nil` for other types.
  static func ofScalars(_ shape: Shape) -> [Member]? {
    if let known = scalars[ObjectIdentifier(shape.type)] { return known }
    func number<Value: Numeric>(_: Value.Type) -> Member { .of("magnitude", \Value.magnitude) }
    func floating<Value: BinaryFloatingPoint>(_: Value.Type) -> [Member] {
      [
        number(Value.self),
        .of("isNaN", \Value.isNaN),
        .of("isFinite", \Value.isFinite),
        .of("isInfinite", \Value.isInfinite),
        .of("isZero", \Value.isZero),
      ]
    }
    func range<Value: WrittenRange>(_: Value.Type) -> [Member] {
      [
        .of("lowerBound", \Value.lowerBound),
        .of("upperBound", \Value.upperBound),
      ]
    }
    return switch shape.type {
    case let type as any FixedWidthInteger.Type: [number(type)]
    case let type as any BinaryFloatingPoint.Type: floating(type)
    case let type as any WrittenRange.Type: range(type)
    default: shape.has(.string) ? [] : nil
    }
  }

  private static let scalars: [ObjectIdentifier: [Member]] = [
    ObjectIdentifier(UUID.self): [.of("uuidString", \UUID.uuidString)],
    ObjectIdentifier(Date.self): [
      .of("timeIntervalSince1970", \Date.timeIntervalSince1970),
      .of("timeIntervalSinceReferenceDate", \Date.timeIntervalSinceReferenceDate),
    ],
    ObjectIdentifier(URL.self): [
      .of("absoluteString", \URL.absoluteString),
      .of("scheme", \URL.scheme),
      .of("host") { (url: URL) in url.host() }, .of("path", \URL.path),
      .of("query") { (url: URL) in url.query() }, .of("fragment", \URL.fragment),
      .of("lastPathComponent", \URL.lastPathComponent),
      .of("pathExtension", \URL.pathExtension),
    ],
    ObjectIdentifier(Decimal.self): [], ObjectIdentifier(Bool.self): [],
    ObjectIdentifier(Duration.self): [
      .of("components", \Duration.components)
    ],
    ObjectIdentifier(Character.self): [
      .of("isLetter", \Character.isLetter),
      .of("isNumber", \Character.isNumber),
      .of("isWhitespace", \Character.isWhitespace),
      .of("isUppercase", \Character.isUppercase),
      .of("isLowercase", \Character.isLowercase),
      .of("isPunctuation", \Character.isPunctuation),
    ],
  ]
}
