/// The kind of a type.
package enum RuntimeType {
  case structure
  case enumeration
  case optional
  case tuple
  case function
  case metatype
  case existential
  case reference
  case other

  package init(_ type: Any.Type) {
    let kind = metadataKind(type)
    self = Self.examples.first { $0.kind == kind }?.type ?? (type is AnyObject.Type ? .reference : .other)
  }

  /// The runtime's number of each kind, from a type of that kind.
  private static let examples: [(kind: UInt, type: RuntimeType)] = [
    (Int.self, .structure),
    (RuntimeType.self, .enumeration),
    (Int?.self, .optional),
    ((Int, Int).self, .tuple),
    ((() -> Void).self, .function),
    (Int.Type.self, .metatype),
    ((any Equatable.Type).self, .metatype),
    (Any.self, .existential),
    ((any Sequence<Int>).self, .existential),
  ].map { (metadataKind($0), $1) }
}

@_silgen_name("swift_getMetadataKind")
private func metadataKind(_ type: Any.Type) -> UInt

/// The name of an enum value's case, whatever its description is; `nil` if it was compiled without reflection metadata.
///
/// The value must be of an enum.
@_silgen_name("swift_EnumCaseName")
package func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?
