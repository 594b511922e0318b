import Foundation

/// Whether two elements are known to be equal: by `==`, where their type has it.
///
/// The memory of two elements says too little: what lies between their fields is left to chance, so equal elements
/// may differ there, and an answer would change from run to run.
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

/// Whether two pieces of memory have the same contents.
///
/// Values with equal bits are equal, and to find that no witness is asked. Values with other bits need not differ: two
/// strings may be equal in different storage, and what lies between fields is left to chance.
///
/// - Complexity: O(`size`)
@usableFromInline
func haveSameBits(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ size: Int) -> Bool {
  memcmp(a, b, size) == 0
}
