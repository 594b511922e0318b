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

/// A type without literals in the language whose values Swift can make.
protocol SwiftSourceConvertible {
  /// The value as Swift.
  ///
  /// - Returns: `nil` if this writer cannot write a part of it.
  func source(by writer: ValueText) -> String?
}

extension Duration {
  var swiftSource: String {
    let attoseconds = exactAttoseconds
    for unit in DurationUnit.named
    where attoseconds.isMultiple(of: unit.attoseconds) {
      guard let count = Int64(exactly: attoseconds / unit.attoseconds) else { break }
      return ".\(unit)(\(count))"
    }
    let parts = components
    return "Duration(secondsComponent: \(parts.seconds), attosecondsComponent: \(parts.attoseconds))"
  }
}
