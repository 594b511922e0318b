/// Finds the positions of names in a list by their bytes, without making a string.
struct NameIndex {
  private struct Slot {
    var start: Int32 = 0
    var count: Int32 = 0
    /// -1 for a free slot.
    var place: Int32 = -1
  }

  /// Open addressing; at least half of the slots are free.
  private var slots: [Slot]
  /// All names, concatenated.
  private var bytes: [UInt8] = []

  init(_ places: [String: Int]) {
    var count = 16
    while count < places.count * 2 { count *= 2 }
    slots = Array(repeating: Slot(), count: count)
    for (name, place) in places {
      let start = bytes.count
      bytes.append(contentsOf: name.utf8)
      var slot = bytes.withUnsafeBufferPointer {
        Self.hash(UnsafeBufferPointer(rebasing: $0[start...])) & (count - 1)
      }
      while slots[slot].place >= 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = Slot(start: Int32(start), count: Int32(name.utf8.count), place: Int32(place))
    }
  }

  /// The place of exactly this name.
  func place(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    var slot = Self.hash(name) & (slots.count - 1)
    while true {
      let found = slots[slot]
      if found.place < 0 { return nil }
      if isSame(found, name) { return Int(found.place) }
      slot = (slot + 1) & (slots.count - 1)
    }
  }

  private func isSame(_ slot: Slot, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Int(slot.count) == name.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      while offset < name.count, bytes[Int(slot.start) + offset] == name[offset] { offset += 1 }
      return offset == name.count
    }
  }

  /// FNV-1a. The names are the program's own, so collision attacks are not a concern.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash ^ hash >> 15)
  }
}
