/// The cases of an enum, how to read their payloads in place, and how to make values of them.
///
/// It works for any enum, without a macro, a conformance or code. It reads what the runtime itself uses for reflection
/// and generics: the field descriptor, and the value witnesses for the case.
package final class Choice: @unchecked Sendable {
  // Unchecked: nothing changes.

  /// A case of an enum.
  package final class Case: Sendable {
    package let name: String
    /// The payload: a tuple if there are several associated values or a labelled one; `nil` without a payload.
    package let payload: Shape?
    /// The associated values.
    package let parameters: [Part]
    package let tag: Int
    fileprivate let isIndirect: Bool

    init(name: String, payload: Shape?, tag: Int, isIndirect: Bool) {
      (self.name, self.payload, self.tag, self.isIndirect) = (name, payload, tag, isIndirect)
      parameters = payload.map { $0.tuple?.stored ?? [Part(of: $0)] } ?? []
    }
  }

  package let shape: Shape
  /// The cases: those with a payload first, otherwise in declaration order.
  package let cases: [Case]
  private let witnesses: EnumWitnesses
  /// Whether only one case has a payload, which is at the start of the value.
  let hasOnePayload: Bool

  /// - Returns: `nil` if the type is not an enum, or was compiled without reflection metadata.
  init?(_ shape: Shape) {
    guard let fields = EnumDescriptor(shape.type), let witnesses = EnumWitnesses(shape) else { return nil }
    var cases: [Case] = []
    for index in 0..<fields.count {
      guard let element = fields.case(index) else { return nil }
      cases.append(element)
    }
    self.shape = shape
    self.cases = cases
    self.witnesses = witnesses
    hasOnePayload = cases.count { $0.payload != nil } == 1
  }

  package var type: Any.Type { shape.type }

  /// The case with a name.
  package func named(_ name: String) -> Case? { cases.first { $0.name == name } }

  /// Whether values can be read in place.
  package var isReadable: Bool { witnesses.isBitwiseTakable && !cases.isEmpty }

  /// The case of the value at an address.
  package func current(at address: UnsafeRawPointer) -> Case { cases[tag(at: address)] }

  /// The tag of that case.
  package func tag(at address: UnsafeRawPointer) -> Int { witnesses.tag(of: address) }

  /// Reads the payload of the value at an address.
  ///
  /// - Parameters:
  ///   - element: The case of the value, which has a payload.
  ///   - read: Is given the address of the payload.
  package func readPayload<Result>(
    of element: Case,
    at address: UnsafeRawPointer,
    _ read: (UnsafeRawPointer) -> Result
  ) -> Result {
    func readIn(_ memory: UnsafeRawPointer) -> Result {
      guard element.isIndirect, let payload = element.payload else { return read(memory) }
      return read(contents(of: payload, inBoxAt: memory))
    }
    if hasOnePayload { return readIn(address) }
    // The payload is taken out of a copy of the bytes, which owns nothing: the value itself keeps what they refer to.
    return withUnsafeTemporaryAllocation(byteCount: shape.size, alignment: shape.alignment) { memory in
      memory.copyMemory(from: UnsafeRawBufferPointer(start: address, count: shape.size))
      guard let copy = memory.baseAddress else { return readIn(address) }
      witnesses.project(copy)
      return readIn(copy)
    }
  }

  /// Makes a value of a case.
  ///
  /// - Parameters:
  ///   - element: The case.
  ///   - payload: The associated values, each of its parameter's type.
  /// - Returns: `nil` if a value has another type.
  package func make(_ element: Case, _ payload: [Any]) -> Any? {
    var initialize: (UnsafeMutableRawPointer) -> Void = { _ in }
    if let shape = element.payload {
      guard let whole = shape.tuple.map({ $0.make(payload) }) ?? payload.first,
        let put = shape.initializer(with: whole, isIndirect: element.isIndirect)
      else { return nil }
      initialize = put
    }
    return shape.made { memory in
      initialize(memory)
      witnesses.inject(UInt32(element.tag), into: memory)
    }
  }
}

extension Choice {
  /// The name of an enum value's case, whatever its description is; `nil` for values of other types.
  package static func caseName(of value: Any) -> String? {
    read(value) { element, _ in element.name } ?? Metadata.caseName(of: value)
  }

  /// The associated values of an enum value.
  package static func payload(of value: Any) -> [(label: String?, value: Any)] {
    read(value) { element, payload in
      payload.map { address in element.parameters.map { ($0.label, $0.value(in: address)) } } ?? []
    } ?? []
  }

  /// Calls a closure with the case of an enum value and the address of its payload, if any; `nil` for values of other
  /// types, and where only reflection can read it.
  package static func read<Result>(
    _ value: Any,
    _ body: (_ element: Case, _ payload: UnsafeRawPointer?) -> Result
  ) -> Result? {
    guard let choice = Shape.of(value: value).choice, choice.isReadable else { return nil }
    return withAddress(of: value) { address in
      let element = choice.current(at: address)
      if element.payload == nil { return body(element, nil) }
      return choice.readPayload(of: element, at: address) { body(element, $0) }
    }
  }

  /// The names of all cases, those with a payload first; `nil` if the type is not an enum, or was compiled without
  /// reflection metadata.
  package static func names(of type: Any.Type) -> [String]? { Shape.of(type).choice?.cases.map(\.name) }
}
