import Testing

@testable import Core

struct ErasedBoxTests {
  @Test func aBoxIsOpenedOnlyAsWhatItContains() async {
    let box: ErasedBox = TypedBox<Int?>(1)
    #expect(box.unboxed(as: Int?.self) == 1 && box.unboxed(ifOf: Int?.self) == .some(1))
    #expect(box.unboxed(ifOf: Int.self) == nil && box.unboxed(ifOf: Any.self) == nil)
    let any: ErasedBox = TypedBox<any Equatable>("a")
    #expect(any.unboxed(as: (any Equatable).self) as? String == "a" && any.unboxed(ifOf: String.self) == nil)
  }

  /// The contents of a box are never taken for another type.
  @Test func aBoxOpenedAsAnotherTypeTraps() async {
    await #expect(processExitsWith: .failure) {
      let box: ErasedBox = TypedBox(1)
      _ = box.unboxed(as: String.self)
    }
  }
}
