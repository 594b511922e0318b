/// How an ``IdentifiedArray`` reads the ids of its elements.
///
/// A single closure that takes pointers, rather than `(Element) -> ID`: it is specialised where the array is created
/// and compares ids inline, so that generic code makes one indirect call per search instead of one per element, and
/// copies no element. The closure for `Identifiable` elements captures nothing, so that an empty array allocates
/// nothing.
@usableFromInline
struct ElementIdentity<ID: Hashable, Element> {
  @usableFromInline
  enum Request {
    /// Initialises an id with that of the first element.
    case read(into: UnsafeMutablePointer<ID>)
    /// Finds an id among the given number of elements.
    case find(UnsafePointer<ID>, count: Int)
    /// Finds the first of the given number of elements whose id differs from that of its counterpart.
    case compare(with: UnsafePointer<Element>, count: Int)
  }

  @usableFromInline
  let answer: (_ elements: UnsafePointer<Element>, _ request: Request) -> Int?

  @inlinable
  init(_ id: KeyPath<Element, ID>) {
    answer = { elements, request in
      switch request {
      case .read(let target):
        target.initialize(to: elements.pointee[keyPath: id])
      case .find(let target, let count):
        for index in 0..<count where elements[index][keyPath: id] == target.pointee { return index }
      case .compare(let others, let count):
        for index in 0..<count where elements[index][keyPath: id] != others[index][keyPath: id] {
          return index
        }
      }
      return nil
    }
  }

  @inlinable
  init() where Element: Identifiable, ID == Element.ID {
    answer = { elements, request in
      switch request {
      case .read(let target):
        target.initialize(to: elements.pointee.id)
      case .find(let target, let count):
        for index in 0..<count where elements[index].id == target.pointee { return index }
      case .compare(let others, let count):
        for index in 0..<count where elements[index].id != others[index].id { return index }
      }
      return nil
    }
  }
}

extension ElementIdentity {
  /// The id of an element.
  ///
  /// - Complexity: O(1)
  @inlinable @inline(__always)
  func id(of element: UnsafePointer<Element>) -> ID {
    withUnsafeTemporaryAllocation(of: ID.self, capacity: 1) { buffer in
      guard let id = buffer.baseAddress else { preconditionFailure("No room for an id on the stack") }
      _ = answer(element, .read(into: id))
      return id.move()
    }
  }

  /// The id of an element.
  ///
  /// - Complexity: O(1)
  @inlinable @inline(__always)
  func id(of element: Element) -> ID {
    withUnsafePointer(to: element) { id(of: $0) }
  }

  /// The index of an id among some elements.
  ///
  /// - Complexity: O(`count`)
  @inlinable @inline(__always)
  func firstIndex(of id: ID, in elements: UnsafePointer<Element>, count: Int) -> Int? {
    withUnsafePointer(to: id) { firstIndex(of: $0, in: elements, count: count) }
  }

  /// The index of an id among some elements.
  ///
  /// - Complexity: O(`count`)
  @inlinable @inline(__always)
  func firstIndex(of id: UnsafePointer<ID>, in elements: UnsafePointer<Element>, count: Int) -> Int? {
    answer(elements, .find(id, count: count))
  }

  /// Whether an element has the given id.
  ///
  /// - Complexity: O(1)
  @inlinable @inline(__always)
  func isID(_ id: ID, of element: UnsafePointer<Element>) -> Bool {
    firstIndex(of: id, in: element, count: 1) != nil
  }

  /// Whether an element has the given id.
  ///
  /// - Complexity: O(1)
  @inlinable @inline(__always)
  func isID(_ id: UnsafePointer<ID>, of element: UnsafePointer<Element>) -> Bool {
    firstIndex(of: id, in: element, count: 1) != nil
  }

  /// Whether two elements have the same id, or each of the given number of elements has the id of its counterpart.
  ///
  /// - Complexity: O(`count`)
  @inlinable @inline(__always)
  func isSame(
    _ first: UnsafePointer<Element>,
    _ second: UnsafePointer<Element>,
    count: Int = 1
  ) -> Bool {
    answer(first, .compare(with: second, count: count)) == nil
  }
}
