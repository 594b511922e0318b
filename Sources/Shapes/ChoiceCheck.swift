/// Checks that the runtime's metadata and layouts of enums are as `Metadata.swift` describes them.
///
/// Another compiler may use other layouts, for which making a value would corrupt memory. When the first enum is looked
/// up, enums of each kind of layout are read and made once and compared with the compiler's values. Metadata with known
/// contents is read first, so that a different table is detected before a function in it is called.
extension Choice {
  /// How the layout differs from the known one; `nil` if it does not.
  package static let failure: String? = firstFailure()

  /// The first difference between an enum and what is known of it.
  ///
  /// - Parameters:
  ///   - type: The enum.
  ///   - values: Values that the compiler made, each with the name of its case and its payload: one of each case, in
  ///     metadata order, so that those with a payload come first.
  static func failure<Value: Equatable>(
    _ type: Value.Type,
    _ values: [(name: String, payload: [Any], value: Value)]
  ) -> String? {
    let failure: String? =
      if let descriptor = EnumDescriptor(type), descriptor.count == values.count {
        if (0..<descriptor.count).map(descriptor.name) != values.map(\.name) {
          "its cases have unexpected names"
        } else if let choice = Choice(.of(type)) {
          values.first { !choice.isRight($0.value, $0.name, $0.payload) }.map {
            "a constructed value of .\($0.name) differs"
          }
        } else {
          "the types of its payloads cannot be read"
        }
      } else {
        "its cases cannot be read"
      }
    return failure.map { "\(dumpTypeName(type)): \($0)" }
  }

  /// Whether a value can be constructed from its payload and read back unchanged.
  private func isRight<Value: Equatable>(_ value: Value, _ name: String, _ payload: [Any]) -> Bool {
    guard let element = named(name), let made = make(element, payload), Metadata.caseName(of: made) == name,
      made as? Value == value
    else { return false }
    return withUnsafePointer(to: value) { address in
      guard current(at: address).name == name else { return false }
      if payload.isEmpty { return true }
      return readPayload(of: element, at: address) { place in
        zip(element.parameters, payload).allSatisfy { part, expected in
          part.read(in: place) { found in
            withAddress(of: expected) { part.shape.equality?(found, $0) ?? false }
          }
        }
      }
    }
  }
}

// One enum for each kind of layout: without payloads, with one, with several, each with and without spare bits,
// indirect, and generic.
extension Choice {
  private enum Plain: Equatable {
    case first, second, third
    enum Nested { case only }
  }
  private enum Single: Equatable { case none, value(UInt64), other }
  private enum Spare: Equatable { case text(String), none, other }
  private enum Several: Equatable { case number(Int), small(UInt8), pair(left: Int, right: Bool), none }
  private enum SpareSeveral: Equatable { case list([Int]), keys([String: Int]), tags(Set<Int>), none, other }
  private indirect enum Indirect: Equatable { case node(Indirect, Int), leaf }
  private enum PartlyIndirect: Equatable {
    case plain(Int)
    indirect case boxed(Int)
  }
  private enum Generic<Value: Equatable>: Equatable { case one(Value), many([Value]), none }

  private static func firstFailure() -> String? {
    let text = "a text on the heap"
    return failure(
      Plain.self,
      [("first", [], .first), ("second", [], .second), ("third", [], .third)]
    )
      ?? failure(
        Single.self,
        [("value", [UInt64.max], .value(.max)), ("none", [], .none), ("other", [], .other)]
      )
      ?? failure(
        Spare.self,
        [("text", [text], .text(text)), ("none", [], .none), ("other", [], .other)]
      )
      ?? failure(
        Several.self,
        [
          ("number", [Int.min], .number(.min)), ("small", [UInt8(7)], .small(7)),
          ("pair", [1, true], .pair(left: 1, right: true)), ("none", [], .none),
        ]
      )
      ?? failure(
        SpareSeveral.self,
        [
          ("list", [[1, 2]], .list([1, 2])), ("keys", [["a": 1]], .keys(["a": 1])),
          ("tags", [Set([1])], .tags([1])), ("none", [], .none), ("other", [], .other),
        ]
      )
      ?? failure(
        Indirect.self,
        [("node", [Indirect.node(.leaf, 1), 2], .node(.node(.leaf, 1), 2)), ("leaf", [], .leaf)]
      )
      ?? failure(
        PartlyIndirect.self,
        [("plain", [1], .plain(1)), ("boxed", [2], .boxed(2))]
      ) ?? failureOfGeneric(3) ?? failureOfGeneric(text) ?? failureOfEnclosingType
  }

  private static var failureOfEnclosingType: String? {
    EnumDescriptor(Plain.Nested.self)?.enclosingType == Plain.self
      ? nil : "the type in which an enum is declared cannot be read"
  }

  private static func failureOfGeneric<Value: Equatable>(_ value: Value) -> String? {
    failure(
      Generic<Value>.self,
      [("one", [value], .one(value)), ("many", [[value]], .many([value])), ("none", [], .none)]
    )
  }
}
