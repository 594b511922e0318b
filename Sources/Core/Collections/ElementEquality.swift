#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether two elements are known to be equal: by `==`, if their type has it.
///
/// Comparing memory would be inconclusive: the padding between fields is arbitrary, so equal elements may differ
/// there, and the result would vary from run to run.
@usableFromInline
struct ElementEquality<Element> {
  @usableFromInline
  typealias Comparison = (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool

  private let compare: Comparison?

  @usableFromInline
  init() {
    func comparison<E: Equatable>(_: E.Type) -> Comparison {
      { first, second in
        // `E` is `Element`, known to be Equatable.
        UnsafeRawPointer(first).assumingMemoryBound(to: E.self).pointee
          == UnsafeRawPointer(second).assumingMemoryBound(to: E.self).pointee
      }
    }
    compare = (Element.self as? any Equatable.Type).map { comparison($0) }
  }

  @usableFromInline
  func callAsFunction(_ first: UnsafePointer<Element>, _ second: UnsafePointer<Element>) -> Bool {
    compare?(first, second) ?? false
  }
}

/// Whether two memory regions have the same contents.
///
/// Values with equal bits are equal, which takes no call of a witness to determine. Values with different bits may
/// still be equal: equal strings may use different storage, and the padding between fields is arbitrary.
///
/// - Complexity: O(`size`)
@usableFromInline
func haveSameBits(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ size: Int) -> Bool {
  memcmp(a, b, size) == 0
}
