/// A type that is dumped as unquoted text.
///
/// Conform types with simple, unstructured contents whose text fits on one line: a date, an identifier, an address.
///
/// ```swift
/// extension Celsius: CustomDumpStringConvertible {
///   var customDumpDescription: String { "\(degrees) °C" }
/// }
/// ```
public protocol CustomDumpStringConvertible {
  /// The text of this value in a dump.
  var customDumpDescription: String { get }
}

/// A type that is dumped as if it were another value.
///
/// Conform a transparent wrapper, so that dumps show the wrapped value.
public protocol CustomDumpRepresentable {
  /// The value that is dumped in place of this one.
  var customDumpValue: Any { get }
}

/// A type that describes the structure of its dump with a mirror.
///
/// Conform a type to omit or add fields, or to show it in another style.
///
/// ```swift
/// extension Login: CustomDumpReflectable {
///   var customDumpMirror: Mirror {
///     Mirror(self, children: ["user": user], displayStyle: .struct)  // not the token
///   }
/// }
/// ```
public protocol CustomDumpReflectable {
  /// The mirror whose children and display style are dumped.
  var customDumpMirror: Mirror { get }
}
