/// A first-in, first-out queue.
///
/// A plain array would move all the others each time that the first one is taken. This one leaves gaps and closes them
/// together.
package struct Queue<Element> {
  /// `nil` where an element was taken: from the start on, there are none.
  private var places: [Element?] = []
  private var start = 0

  package init() {}

  package mutating func append(_ element: Element) { places.append(element) }

  mutating func prepend(_ element: Element) {
    // Nearly always empty: appending takes a third as long as inserting.
    if places.isEmpty { return places.append(element) }
    if start == 0 { return places.insert(element, at: 0) }
    start -= 1
    places[start] = element
  }

  package mutating func popFirst() -> Element? {
    guard start < places.count else { return nil }
    let first = places[start].take()
    start += 1
    if start == places.count {
      // Nearly always one: removing all takes longer.
      while !places.isEmpty { places.removeLast() }
      start = 0
    } else if start > 32, start > places.count / 2 {
      places.removeFirst(start)
      start = 0
    }
    return first
  }

  package mutating func remove(at position: Int) -> Element {
    if position == 0, let first = popFirst() { return first }
    let element = self[position]
    places.remove(at: start + position)
    return element
  }
}

extension Queue: Sendable where Element: Sendable {}

extension Queue: RandomAccessCollection {
  package var startIndex: Int { 0 }

  package var endIndex: Int { places.count - start }

  package subscript(position: Int) -> Element {
    guard let element = places[start + position] else { preconditionFailure("Index out of range") }
    return element
  }
}
