/// Counts the lines that match in the dumps of one value after another.
///
/// If two values differ little, only the parts that differ are dumped. Whether a line matches must not depend on positions
/// in lists, commas, or line breaks between brackets, because inserting one element changes these elsewhere, too.
package final class DumpLineCounter {
  private let matches: (String) -> Bool
  private var matching = 0
  /// Whether a part contained an object, whose text depends on the rest of the value.
  private var hasMetObjects = false
  private lazy var output = DumpOutput { [unowned self] line in
    if matches(line.text) { matching += 1 }
  }

  /// - Parameter matches: Whether a line matches, regardless of its indentation.
  package init(_ matches: @escaping (_ line: String) -> Bool) { self.matches = matches }

  /// The number of lines that match in the dump of a value.
  package func count(in value: Any) -> Int { count(in: value, nil, isRoot: true) }

  /// The change of that number from the value at one address to another of the same type.
  ///
  /// - Returns: `nil` if it follows only from the dumps of the whole values.
  /// - Complexity: O(*changes*) where versions of lists share structure
  package func change(from old: UnsafeRawPointer, to new: UnsafeRawPointer, _ shape: Shape) -> Int? {
    hasMetObjects = false
    let change = changeInside(old, new, shape, nil, 0)
    return hasMetObjects ? nil : change
  }

  private func count(in value: Any, _ name: DumpName?, isRoot: Bool = false) -> Int {
    matching = 0
    let dumper = Dumper(output)
    dumper.dump(value, name: name, remaining: .max, isRoot: isRoot)
    output.endLine()
    hasMetObjects = hasMetObjects || dumper.hasWrittenObjects
    return matching
  }

  private func change(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: Shape,
    _ name: DumpName?,
    _ depth: Int
  ) -> Int {
    changeInside(old, new, shape, name, depth)
      ?? count(at: new, shape, name) - count(at: old, shape, name)
  }

  private func count(at address: UnsafeRawPointer, _ shape: Shape, _ name: DumpName?) -> Int {
    // The most common part that changes, in the form in which a dump has it.
    if shape.type == String.self, case .label(let label)? = name {
      let text = address.assumingMemoryBound(to: String.self).pointee
      if !DumpText.hasLines(text) { return matches("\(label): \(DumpText.literal(text))") ? 1 : 0 }
    }
    return count(in: shape.value(at: address), name)
  }

  /// The change within values of one type; `nil` if it follows only from the dumps of the whole values.
  private func changeInside(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: Shape,
    _ name: DumpName?,
    _ depth: Int
  ) -> Int? {
    if depth >= Dumper.deepest || haveSameBits(old, new, size: shape.size) { return 0 }
    switch shape.kind {
    case .record where shape.consistsOfParts:
      guard let record = shape.record, record.parts.count > 1 || !isOneLine(old, new, shape) else {
        return nil
      }
      return record.parts.reduce(0) { sum, part in
        let name = record.name(of: part).map(DumpName.label)
        return sum
          + part.read(in: old) { old in part.read(in: new) { change(old, $0, part.shape, name, depth + 1) } }
      }
    case .optional:
      guard let wrapped = shape.wrapped, let old = shape.wrappedAddress(at: old),
        let new = shape.wrappedAddress(at: new)
      else { return nil }
      return change(old, new, wrapped, name, depth)
    case .choice:
      guard let choice = shape.choice, choice.tag(at: old) == choice.tag(at: new), !isOneLine(old, new, shape)
      else { return nil }
      let element = choice.current(at: new)
      guard let payload = element.payload else { return 0 }
      return choice.readPayload(of: element, at: old) { old in
        choice.readPayload(of: element, at: new) { change(old, $0, payload, nil, depth + 1) }
      }
    case .list: return changeInList(old, new, shape, depth + 1)
    default: return nil
    }
  }

  private func changeInList(
    _ old: UnsafeRawPointer,
    _ new: UnsafeRawPointer,
    _ shape: Shape,
    _ depth: Int
  ) -> Int? {
    guard let elements = shape.elements,
      let regions = elements.regions?(old, new) ?? Self.regions(old, new, shape)
    else { return nil }
    let name = DumpName.index(0)
    func count(in list: UnsafeRawPointer, _ places: Range<Int>) -> Int {
      var count = 0
      for place in places {
        _ = elements.readOne(list, place) { count += self.count(at: $0, elements.shape, name) }
      }
      return count
    }
    return regions.reduce(0) { sum, region in
      guard region.old.count == region.new.count else {
        return sum + count(in: new, region.new) - count(in: old, region.old)
      }
      var sum = sum
      for (x, y) in zip(region.old, region.new) {
        _ = elements.readOne(old, x) { old in
          _ = elements.readOne(new, y) { sum += change(old, $0, elements.shape, name, depth) }
        }
      }
      return sum
    }
  }

  private static func regions(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ shape: Shape)
    -> [DifferingRegion]?
  {
    DumpContent.versions(of: shape.value(at: old)).flatMap { old in
      DumpContent.versions(of: shape.value(at: new))?.differingRegions(fromAny: old)
    }
  }

  /// Whether one of the values is dumped on one line with its only part.
  private func isOneLine(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ shape: Shape) -> Bool {
    DumpNode(shape.value(at: old)).onlyLeaf != nil || DumpNode(shape.value(at: new)).onlyLeaf != nil
  }
}
