#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether two elements are known to be equal: because they have the same bits, or by `==`, if their type has it.
///
/// Different bits are inconclusive: equal strings may use different storage, and the padding between fields is arbitrary.
@usableFromInline
struct ElementEquality<Element> {
  private let compare: ((UnsafePointer<Element>, UnsafePointer<Element>) -> Bool)?

  @usableFromInline
  init() {
    func comparison<E: Equatable>(_: E.Type) -> (UnsafePointer<Element>, UnsafePointer<Element>) -> Bool {
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
    memcmp(first, second, MemoryLayout<Element>.size) == 0 || compare?(first, second) ?? false
  }
}
