/// A binary min-heap.
struct Heap<Element: Comparable> {
  /// Each element is smaller than those at twice its position plus one and plus two.
  private var elements: [Element] = []

  init() {}

  init(_ elements: some Sequence<Element>) { self.elements = elements.sorted() }

  var count: Int { elements.count }

  /// The smallest element.
  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var position = count - 1
    while position > 0, elements[position] < elements[(position - 1) / 2] {
      elements.swapAt(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
  }

  /// Removes the smallest element.
  mutating func popFirst() -> Element? {
    guard let last = elements.popLast() else { return nil }
    guard let first else { return last }
    elements[0] = last
    var position = 0
    while let child = smallerChild(of: position), elements[child] < elements[position] {
      elements.swapAt(position, child)
      position = child
    }
    return first
  }

  private func smallerChild(of position: Int) -> Int? {
    let left = 2 * position + 1
    guard left < count else { return nil }
    return left + 1 < count && elements[left + 1] < elements[left] ? left + 1 : left
  }
}
