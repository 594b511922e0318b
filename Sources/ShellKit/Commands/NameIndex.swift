/// The places of names in a list, found by the bytes of a name: no string is made for it.
struct NameIndex {
  private struct Slot {
    let name: Range<Int>
    let place: Int
  }

  /// Open addressing; at least half of them are free.
  private var slots: [Slot?]
  /// All names, one after the other.
  private var bytes: [UInt8] = []

  init(_ places: [String: Int]) {
    var count = 16
    while count < places.count * 2 { count *= 2 }
    slots = Array(repeating: nil, count: count)
    for (name, place) in places {
      let start = bytes.count
      bytes.append(contentsOf: name.utf8)
      var slot = bytes.withUnsafeBufferPointer {
        Self.hash(UnsafeBufferPointer(rebasing: $0[start...])) & (count - 1)
      }
      while slots[slot] != nil { slot = (slot + 1) & (count - 1) }
      slots[slot] = Slot(name: start..<bytes.count, place: place)
    }
  }

  /// The place of exactly this name.
  func place(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    var slot = Self.hash(name) & (slots.count - 1)
    while let found = slots[slot] {
      if isSame(found.name, name) { return found.place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func isSame(_ range: Range<Int>, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard range.count == name.count else { return false }
    for offset in 0..<name.count where bytes[range.lowerBound + offset] != name[offset] { return false }
    return true
  }

  /// FNV-1a. The names are the program's own, so that nobody chooses them to collide.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }
}
