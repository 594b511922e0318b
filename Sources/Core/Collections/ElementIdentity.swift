/// How an ``IdentifiedArray`` reads the ids of its elements.
///
/// One closure that takes pointers, rather than `(Element) -> ID`: it is specialised where the array is created
/// and so compares ids inline, while generic code that receives the array pays one indirect call a search,
/// not one an element, and copies no element. The closure that reads `id` of `Identifiable` captures nothing,
/// so that an empty array allocates nothing.
@usableFromInline
struct ElementIdentity<ID: Hashable, Element> {
  @usableFromInline
  enum Request {
    /// Initialises an id with that of the first element.
    case read(into: UnsafeMutablePointer<ID>)
    /// Finds an id among a number of elements.
    case find(UnsafePointer<ID>, count: Int)
    /// Finds the first of a number of elements that has not the id of the one in its place among others.
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

  /// Where an id stands among some elements.
  ///
  /// - Complexity: O(`count`)
  @inlinable @inline(__always)
  func firstIndex(of id: ID, in elements: UnsafePointer<Element>, count: Int) -> Int? {
    withUnsafePointer(to: id) { firstIndex(of: $0, in: elements, count: count) }
  }

  /// Where an id stands among some elements.
  ///
  /// - Complexity: O(`count`)
  @inlinable @inline(__always)
  func firstIndex(of id: UnsafePointer<ID>, in elements: UnsafePointer<Element>, count: Int) -> Int? {
    answer(elements, .find(id, count: count))
  }

  /// Whether an element has an id.
  ///
  /// - Complexity: O(1)
  @inlinable @inline(__always)
  func isID(_ id: ID, of element: UnsafePointer<Element>) -> Bool {
    firstIndex(of: id, in: element, count: 1) != nil
  }

  /// Whether an element has an id.
  ///
  /// - Complexity: O(1)
  @inlinable @inline(__always)
  func isID(_ id: UnsafePointer<ID>, of element: UnsafePointer<Element>) -> Bool {
    firstIndex(of: id, in: element, count: 1) != nil
  }

  /// Whether two elements have one id, or each of a number of elements that of the one in its place among others.
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
