import Core
import Testing

struct AnyHashableSendableTests {
  @Test func valuesOfDifferentTypesAreEqualAsTheyAreWhenErased() {
    let erased: [AnyHashableSendable] = [.init(1), .init(1 as Int8), .init("a"), .init(1.5), .init("a")]
    for left in erased {
      for right in erased {
        let isEqual = AnyHashable(left.base) == AnyHashable(right.base)
        #expect((left == right) == isEqual && (!isEqual || left.hashValue == right.hashValue))
      }
    }
    #expect(Set(erased).count == 3)
    #expect(AnyHashable(erased[0]) == AnyHashable(1))
  }

  @Test func anErasedValueIsNotErasedAgain() {
    let once = AnyHashableSendable("a")
    let twice = AnyHashableSendable(once)
    #expect(twice == once && twice.base as? String == "a")
    let existential: any Hashable & Sendable = 7
    #expect(AnyHashableSendable(existential).base as? Int == 7)
  }

  @Test func itPrintsAsItsValue() {
    #expect("\(AnyHashableSendable(1))" == "1" && String(customDumping: AnyHashableSendable("a")) == "\"a\"")
  }
}
