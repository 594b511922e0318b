import Core

/// Writes values as Swift that compiles outside of the program, in a test that imports its module.
///
/// Structures are written with their memberwise initializer, and shared properties are left to their default. Values
/// that no source can construct, such as functions, references to objects and values of private types, are not written.
package final class SwiftSource {
  /// The modules of the types whose names were written.
  package private(set) var modules: Set<String> = []

  package init() {}

  /// The source of a value.
  ///
  /// - Returns: `nil` if it cannot be written.
  /// - Complexity: O(size of the value).
  package func text(_ value: Any?) -> String? {
    ValueText(.source) { [unowned self] in note($0) }.text(value)
  }

  /// Adds the module of a type.
  package func note(_ type: Any.Type) {
    if let module = Self.module(of: type) { modules.insert(module) }
  }

  /// The module of a structure, enumeration or class.
  package static func module(of type: Any.Type) -> String? {
    let name = _typeName(type, qualified: true)
    return name.firstIndex(of: ".").map { String(name[..<$0]) }
  }

  /// The name of a type without its module: `Todo.State`; `.init` for a generic type, whose arguments are inferred.
  ///
  /// - Returns: `nil` if the type is private or local.
  package static func name(of type: Any.Type) -> String? {
    let name = _typeName(type, qualified: true)
    if name.contains("(unknown context") { return nil }
    return name.contains("<") ? ".init" : dumpTypeName(type)
  }
}

/// A type whose Swift source differs from its literals in the language.
protocol SwiftSourceConvertible {
  /// The value as Swift.
  ///
  /// - Returns: `nil` if this writer cannot write a part of it.
  func source(by writer: ValueText) -> String?
}

extension String: SwiftSourceConvertible {
  func source(by _: ValueText) -> String? { quotedAsSwift }
}

extension Substring: SwiftSourceConvertible {
  func source(by _: ValueText) -> String? { String(self).quotedAsSwift }
}

extension Character: SwiftSourceConvertible {
  func source(by _: ValueText) -> String? { String(self).quotedAsSwift }
}

extension Duration: SwiftSourceConvertible {
  func source(by _: ValueText) -> String? {
    let (seconds, attoseconds) = components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    let units: [(name: String, attoseconds: Int64)] = [
      ("milliseconds", 1_000_000_000_000_000), ("microseconds", 1_000_000_000_000),
      ("nanoseconds", 1_000_000_000),
    ]
    for (name, unit) in units where attoseconds.isMultiple(of: unit) {
      let perSecond = 1_000_000_000_000_000_000 / unit
      let (count, overflows) = seconds.multipliedReportingOverflow(by: perSecond)
      if overflows { break }
      return ".\(name)(\(count + attoseconds / unit))"
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }
}

extension BindingAction: SwiftSourceConvertible {
  func source(by writer: ValueText) -> String? {
    // A key path that has no name is written as its dump.
    guard NamedKeyPath.text(of: keyPath).hasPrefix(#"\."#) else { return nil }
    return written(by: writer)
  }
}

extension Shared: SwiftSourceConvertible {
  func source(by writer: ValueText) -> String? { writer.text(wrappedValue).map { "Shared(value: \($0))" } }
}
