import Core
import Synchronization

/// The cases of an enum that is known only at run time, and the construction of its values.
///
/// It works for any enum, without a macro, a conformance or code. It reads what the runtime itself uses for reflection
/// and generics: the field descriptor, and the value witness that stores a tag.
package struct EnumType: @unchecked Sendable {
  // All contents are constant, but metatypes are not known to be Sendable.

  /// A case of an enum.
  package struct Case {
    package let name: String
    /// The type of the payload: a tuple if there are several associated values or a labelled one; `nil` without a
    /// payload.
    package let payload: Any.Type?
    /// The associated values.
    package let parameters: [ProductType.Field]
    let tag: UInt32
    let isIndirect: Bool
  }

  package let type: Any.Type
  /// The cases: those with a payload first, otherwise in declaration order.
  package let cases: [Case]

  private static let known = Mutex<[ObjectIdentifier: EnumType]>([:])

  /// - Returns: `nil` if the type is not an enum, was compiled without reflection metadata, or if the runtime's enum
  ///   layout is unknown: see ``EnumLayoutCheck/failure``.
  package init?(_ type: Any.Type) {
    guard EnumLayoutCheck.failure == nil else { return nil }
    let id = ObjectIdentifier(type)
    if let known = Self.known.withLock({ $0[id] }) {
      self = known
      return
    }
    guard let enumeration = Self(reading: type) else { return nil }
    Self.known.withLock { $0[id] = enumeration }
    self = enumeration
  }

  /// Reads the type without checking the runtime.
  package init?(reading type: Any.Type) {
    guard let fields = EnumFields(type) else { return nil }
    var cases: [Case] = []
    for index in 0..<fields.count {
      guard let element = fields.case(index) else { return nil }
      cases.append(element)
    }
    self.type = type
    self.cases = cases
  }

  /// Only the names of the cases, which is cheaper.
  package static func names(of type: Any.Type) -> [String]? {
    guard EnumLayoutCheck.failure == nil else { return nil }
    return EnumFields(type).map { fields in (0..<fields.count).compactMap(fields.name) }
  }

  /// The case with a name.
  package func named(_ name: String) -> Case? { cases.first { $0.name == name } }

  /// Constructs a value of a case.
  ///
  /// - Parameters:
  ///   - element: The case.
  ///   - payload: The associated values, each of its parameter's type.
  /// - Returns: `nil` if a value has another type.
  package func value(of element: Case, payload: [Any]) -> Any? {
    var initialize: (UnsafeMutableRawPointer) -> Void = { _ in }
    if let type = element.payload {
      let tuple = ProductType(tuple: type)
      guard let whole = tuple.map({ $0.value(payload) }) ?? payload.first,
        let put = initializer(of: type, with: whole, isIndirect: element.isIndirect)
      else { return nil }
      initialize = put
    }
    guard let inject = TagInjection(type) else { return nil }
    return madeInPlace(type) { memory in
      initialize(memory)
      inject(element.tag, into: memory)
    }
  }
}

/// Run-time information about enums that `Mirror` does not provide.
package enum EnumReflection {
  /// The name of the case of an enum value; `nil` if it is not an enum.
  ///
  /// `Mirror` names only cases with a payload, and `String(describing:)` can be overridden.
  package static func caseName(of value: Any) -> String? {
    guard case .enumeration = RuntimeType(type(of: value)) else { return nil }
    // The runtime looks up the type of the payload by name each time.
    if let value = value as? any DumpCaseProviding { return value.dumpCase.name }
    return runtimeCaseName(of: value)
  }

  /// The name of the case of an enum value, as the runtime tells it.
  static func runtimeCaseName(of value: Any) -> String? {
    func name<T>(_ value: T) -> String? { enumCaseName(value).map { String(cString: $0) } }
    return _openExistential(value, do: name)
  }

  /// The names of all cases, those with a payload first; `nil` if `type` is not an enum, or was compiled without
  /// reflection metadata.
  package static func caseNames(of type: Any.Type) -> [String]? { EnumType.names(of: type) }

  /// The payload of an enum value, one entry for each associated value.
  package static func payload(of value: Any) -> [(label: String?, value: Any)] {
    if let value = value as? any DumpCaseProviding { return value.dumpCase.payload ?? [] }
    guard let child = Mirror(reflecting: value).children.first else { return [] }
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple, !payload.children.isEmpty else { return [(nil, child.value)] }
    return payload.children.map { ($0.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, $0.value) }
  }
}
