/// The kind of a type, from the first word of its metadata.
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
    switch unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) {
    case 0x200: self = .structure
    case 0x201: self = .enumeration
    case 0x202: self = .optional
    case 0x301: self = .tuple
    case 0x302: self = .function
    case 0x303, 0x307: self = .existential
    case 0x304, 0x306: self = .metatype
    // A class may have a pointer where other types have their kind.
    case 0, 0x203, 0x800...: self = .reference
    default: self = .other
    }
  }
}

/// The name of an enum value's case, whatever its description is; `nil` if it was compiled without reflection metadata.
///
/// The value must be of an enum.
@_silgen_name("swift_EnumCaseName")
package func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?
