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
    /// Initialises the id with that of the first element.
    case read
    /// Finds the id among a number of elements.
    case find(count: Int)
  }

  @usableFromInline
  let answer: (_ elements: UnsafePointer<Element>, _ id: UnsafeMutablePointer<ID>, _ request: Request) -> Int?

  @inlinable
  init(_ id: KeyPath<Element, ID>) {
    answer = { elements, target, request in
      switch request {
      case .read:
        target.initialize(to: elements.pointee[keyPath: id])
        return nil
      case .find(let count):
        for index in 0..<count where elements[index][keyPath: id] == target.pointee { return index }
        return nil
      }
    }
  }

  @inlinable
  init() where Element: Identifiable, ID == Element.ID {
    answer = { elements, target, request in
      switch request {
      case .read:
        target.initialize(to: elements.pointee.id)
        return nil
      case .find(let count):
        for index in 0..<count where elements[index].id == target.pointee { return index }
        return nil
      }
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
      _ = answer(element, id, .read)
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
    var id = id
    return withUnsafeMutablePointer(to: &id) { answer(elements, $0, .find(count: count)) }
  }
}
