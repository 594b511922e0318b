/// Whether two elements are known to be equal: because they have the same bits, or by `==`, if their type has it.
///
/// Different bits are inconclusive: equal strings may use different storage, and the padding between fields is arbitrary.
@usableFromInline
struct ElementEquality<Element> {
  private let compare: Shape.Comparison?

  @usableFromInline
  init(byBits: Bool = false) { compare = byBits ? nil : Shape.of(Element.self).equality }

  @usableFromInline
  func callAsFunction(_ first: UnsafePointer<Element>, _ second: UnsafePointer<Element>) -> Bool {
    haveSameBits(first, second, size: MemoryLayout<Element>.size) || compare?(first, second) ?? false
  }
}
