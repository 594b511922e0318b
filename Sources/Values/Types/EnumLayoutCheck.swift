import Core

/// Verifies that the runtime's metadata and layouts of enums are as `EnumLayout.swift` describes them.
///
/// Swift's ABI is not stable on Linux, so another compiler may use other layouts, for which constructing a value would
/// corrupt memory. When the first enum is looked up, enums of each kind of layout are read and constructed once and
/// compared with the compiler's values. Metadata with known contents is read first, so that a different table is
/// detected before a function in it is called.
enum EnumLayoutCheck {
  /// How the layout differs from the known one; `nil` if it does not.
  ///
  /// - Complexity: O(1): a few values are constructed on first use.
  package static let failure: String? = failure(among: samples)

  /// An enum whose cases are known.
  struct Sample {
    package let type: Any.Type
    /// The names of the cases in metadata order: those with a payload first.
    package let names: [String]
    /// The input for constructing a value, and a comparison with the value that the compiler made.
    package let values: [(name: String, payload: [Any], isSame: (Any) -> Bool)]

    init<Value: Equatable>(
      _ type: Value.Type,
      _ names: [String],
      _ values: [(name: String, payload: [Any], value: Value)]
    ) {
      self.type = type
      self.names = names
      self.values = values.map { sample in
        (sample.name, sample.payload, { ($0 as? Value) == sample.value })
      }
    }
  }

  /// How the first unexpected sample differs; `nil` if all are as expected.
  package static func failure(among samples: [Sample]) -> String? {
    for sample in samples {
      if let failure = failure(of: sample) { return "\(dumpTypeName(sample.type)): \(failure)" }
    }
    return nil
  }

  private static func failure(of sample: Sample) -> String? {
    guard let fields = EnumFields(sample.type), fields.count == sample.names.count else {
      return "its cases cannot be read"
    }
    guard (0..<fields.count).map(fields.name) == sample.names else {
      return "its cases have unexpected names"
    }
    guard let type = EnumType(reading: sample.type) else { return "the types of its payloads cannot be read" }
    for (name, payload, isSame) in sample.values {
      guard let element = type.named(name), let value = type.value(of: element, payload: payload),
        EnumReflection.runtimeCaseName(of: value) == name, isSame(value)
      else { return "a constructed value of .\(name) differs" }
    }
    return nil
  }
}

// One enum for each kind of layout: without payloads, with one, with several, each with and without spare bits,
// indirect, and generic.
extension EnumLayoutCheck {
  private enum Plain: Equatable { case first, second, third }
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

  private static var samples: [Sample] {
    [
      Sample(
        Plain.self,
        ["first", "second", "third"],
        [("first", [], .first), ("second", [], .second), ("third", [], .third)]
      ),
      Sample(
        Single.self,
        ["value", "none", "other"],
        [("value", [UInt64.max], .value(.max)), ("none", [], .none), ("other", [], .other)]
      ),
      Sample(
        Spare.self,
        ["text", "none", "other"],
        [
          ("text", ["a text on the heap"], .text("a text on the heap")), ("none", [], .none),
          ("other", [], .other),
        ]
      ),
      Sample(
        Several.self,
        ["number", "small", "pair", "none"],
        [
          ("number", [Int.min], .number(.min)), ("small", [UInt8(7)], .small(7)),
          ("pair", [1, true], .pair(left: 1, right: true)), ("none", [], .none),
        ]
      ),
      Sample(
        SpareSeveral.self,
        ["list", "keys", "tags", "none", "other"],
        [
          ("list", [[1, 2]], .list([1, 2])), ("keys", [["a": 1]], .keys(["a": 1])),
          ("tags", [Set([1])], .tags([1])), ("none", [], .none), ("other", [], .other),
        ]
      ),
      Sample(
        Indirect.self,
        ["node", "leaf"],
        [("node", [Indirect.node(.leaf, 1), 2], .node(.node(.leaf, 1), 2)), ("leaf", [], .leaf)]
      ),
      Sample(
        PartlyIndirect.self,
        ["plain", "boxed"],
        [("plain", [1], .plain(1)), ("boxed", [2], .boxed(2))]
      ),
      generic(Int.self, 3),
      generic(String.self, "a text on the heap"),
    ]
  }

  private static func generic<Value: Equatable>(_: Value.Type, _ value: Value) -> Sample {
    Sample(
      Generic<Value>.self,
      ["one", "many", "none"],
      [("one", [value], .one(value)), ("many", [[value]], .many([value])), ("none", [], .none)]
    )
  }
}
