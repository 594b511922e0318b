/// Writes the difference between two values, line by line.
struct Differ {
  let output: DumpOutput
  let dumper: Dumper
  private let showsMoves: Bool
  /// Whether to write only whole lines of the dumps of the values.
  private let isForLines: Bool

  init(_ output: DumpOutput, showsMoves: Bool = false, isForLines: Bool = false) {
    (self.output, self.showsMoves, self.isForLines) = (output, showsMoves, isForLines)
    dumper = Dumper(output)
  }

  /// The context of a pair of values.
  struct Place {
    var oldName: DumpName?
    var newName: DumpName?
    var hasComma = false
    var isRoot = false
    var depth = 0
    /// Whether the values have not been compared yet; if they are the same, nothing is written.
    var isUnchecked = false
  }

  /// Writes the difference between two values, or nothing if they are the same.
  ///
  /// A structure without `==` is the same if its fields are. They are compared in the process, and thus only once.
  func diffIfDifferent(_ old: Peek, _ new: Peek) {
    var place = Place(isRoot: true)
    let shape = old.shape
    if shape === new.shape, shape.kind == .record || shape.kind == .opaque, shape.equality == nil,
      shape.identity == nil
    {
      let (old, new) = (Contents(of: old), Contents(of: new))
      if case .structure = old.form, case .structure = new.form {
        place.isUnchecked = true
        return diffChildren(old, new, place)
      }
    }
    if !Sameness.isSame(old, new) { diff(old, new, place) }
  }

  /// Writes the difference between two values that are not the same.
  func diff(_ oldValue: Peek, _ newValue: Peek, _ place: Place) {
    var (old, new) = (Contents(of: oldValue), Contents(of: newValue))
    if old.wasRepresented || new.wasRepresented, Sameness.isSame(old.peek, new.peek) {
      if old.peek.shape !== new.peek.shape || old.wasRepresented != new.wasRepresented {
        return writeWhole(old, new, place, types: (oldValue.opened.shape, newValue.opened.shape))
      }
      return writeLines(.same, new, place.newName, comma: place.hasComma, remaining: 0)
    }
    if !isForLines, case .string(let oldText) = old.form, case .string(let newText) = new.form {
      return diff(strings: oldText, newText, old, new, place)
    }
    if old.wasOptional, new.wasOptional, place.isRoot {
      (old, new) = (Contents(of: old.peek), Contents(of: new.peek))
    }
    guard old.peek.shape === new.peek.shape else {
      return writeWhole(old, new, place, types: (old.peek.shape, new.peek.shape))
    }
    if hasComparableChildren(old, new), place.depth < Dumper.deepest {
      diffChildren(old, new, place)
    } else {
      writeWhole(old, new, place)
    }
  }

  private func hasComparableChildren(_ old: Contents, _ new: Contents) -> Bool {
    if case .object = new.form { false } else { old.isComparable(to: new) }
  }
}

// Whole values.
extension Differ {
  /// Writes both values in full.
  ///
  /// - Parameter types: Their types if they differ; written only if nothing else distinguishes the values.
  func writeWhole(
    _ old: Contents,
    _ new: Contents,
    _ place: Place,
    remaining: Int = .max,
    types: (Shape, Shape)? = nil
  ) {
    var (oldSuffix, newSuffix) = ("", "")
    if let types, !isForLines, isSameText(old, new) {
      (oldSuffix, newSuffix) = (" as " + types.0.name, " as " + types.1.name)
    }
    let sides: [(DiffLine.Kind, Contents, DumpName?, String)] = [
      (.removed, old, place.oldName, oldSuffix), (.added, new, place.newName, newSuffix),
    ]
    for (kind, contents, name, suffix) in sides {
      writeLines(
        kind,
        contents,
        name,
        suffix,
        comma: place.hasComma,
        remaining: remaining,
        isRoot: place.isRoot
      )
    }
  }

  private func isSameText(_ old: Contents, _ new: Contents) -> Bool {
    func text(_ contents: Contents) -> [DiffLine] {
      var lines: [DiffLine] = []
      let output = DumpOutput { lines.append($0) }
      Dumper(output).dump(contents, remaining: .max)
      output.endLine()
      return lines
    }
    return text(old) == text(new)
  }

  /// Writes a value in lines of one kind.
  private func writeLines(
    _ kind: DiffLine.Kind,
    _ contents: Contents,
    _ name: DumpName?,
    _ suffix: String = "",
    comma: Bool,
    remaining: Int = .max,
    isRoot: Bool = false
  ) {
    if isForLines, kind == .same { return }
    output.kind = kind
    dumper.dump(contents, name: name, remaining: remaining, remainingInName: .max, isRoot: isRoot)
    output.write(comma ? suffix + "," : suffix)
    output.endLine()
    output.kind = .same
  }
}

// Children.
extension Differ {
  private func diffChildren(_ old: Contents, _ new: Contents, _ place: Place) {
    let steps = DiffSteps(from: old, to: new, findsMoves: showsMoves)
    guard steps.isDifferent else {
      if !place.isUnchecked { writeUnexplained(old, new, place) }
      return
    }
    if old.onlyLeaf != nil || new.onlyLeaf != nil {
      // The reference library writes no comma here.
      var place = place
      place.hasComma = false
      return writeWhole(old, new, place)
    }
    dumper.write(place.newName)
    guard let brackets = dumper.writeHead(of: new, isRoot: place.isRoot) else { return }
    // An emptied dictionary has changes between its brackets, so it is not written as an empty one.
    output.write(brackets.open == "[:" ? "[" : brackets.open)
    output.endLine()
    output.kind = .same
    output.indent += 2
    DiffChildrenWriter(differ: self, old: old, new: new, depth: place.depth + 1).write(steps.steps)
    output.indent -= 2
    output.write(brackets.close + (place.hasComma ? "," : ""))
    output.endLine()
  }

  /// Writes two values that are unequal although their dumps are the same.
  func writeUnexplained(_ old: Contents, _ new: Contents, _ place: Place) {
    output.write("// Not equal but no difference detected:")
    output.endLine()
    var place = place
    place.isRoot = false
    writeWhole(old, new, place, remaining: 0)
  }

  /// Writes the steps through the children of two values.
  private struct DiffChildrenWriter {
    let differ: Differ
    let old: Contents
    let new: Contents
    let depth: Int

    private enum Folding {
      /// Shows every unchanged child: fields.
      case never
      /// Folds each run of two or more into a count: ordered collections.
      case runs
      /// Folds all into one count at the end: unordered collections.
      case all
    }

    private var folding: Folding {
      switch new.form {
      case .list, .set(isOrdered: true), .dictionary(isOrdered: true): .runs
      case .set, .dictionary: .all
      default: .never
      }
    }

    private func isLast(old position: Int) -> Bool { position == old.children.count - 1 }
    private func isLast(new position: Int) -> Bool { position == new.children.count - 1 }

    func write(_ steps: [DiffStep]) {
      var unchanged = 0
      for step in steps {
        switch step {
        case .same(let oldRange, let newRange):
          if case .all = folding {
            unchanged += newRange.count
          } else {
            writeSame(oldRange, newRange)
          }
        case .changed(let x, let y): writeChanged(x, y)
        case .removed(let x):
          let child = old.children[x]
          differ.writeLines(.removed, Contents(of: child.peek), child.name, comma: !isLast(old: x))
        case .moved(let x, let y): writeMoved(x, y)
        case .inserted(let y):
          let child = new.children[y]
          let comma = !isLast(new: y) || unchanged > 0
          differ.writeLines(.added, Contents(of: child.peek), child.name, comma: comma)
        }
      }
      if unchanged > 0 { writeCount(unchanged, comma: false) }
    }

    private func writeSame(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
      if differ.isForLines { return }
      if case .runs = folding, newRange.count > 1 {
        return writeCount(newRange.count, comma: !isLast(new: newRange.upperBound - 1))
      }
      for (x, y) in zip(oldRange, newRange) {
        let child = new.children[y]
        let isLastOfFields = isLast(old: x) && isLast(new: y)
        let comma = if case .runs = folding { !isLast(new: y) } else { !isLastOfFields }
        differ.writeLines(.same, Contents(of: child.peek), child.name, comma: comma, remaining: 0)
      }
    }

    private func writeCount(_ count: Int, comma: Bool) {
      if differ.isForLines { return }
      differ.output.write("… (\(count) unchanged)" + (comma ? "," : ""))
      differ.output.endLine()
    }

    private func writeChanged(_ x: Int, _ y: Int) {
      let (oldChild, newChild) = (old.children[x], new.children[y])
      let place = Place(
        oldName: oldChild.name,
        newName: newChild.name,
        hasComma: !isLast(old: x) || !isLast(new: y),
        depth: depth
      )
      if isRenamed(oldChild, newChild), Sameness.isSame(oldChild.peek, newChild.peek) {
        differ.writeWhole(Contents(of: oldChild.peek), Contents(of: newChild.peek), place, remaining: 0)
      } else {
        differ.diff(oldChild.peek, newChild.peek, place)
      }
    }

    private func writeMoved(_ x: Int, _ y: Int) {
      let (oldChild, newChild) = (old.children[x], new.children[y])
      let name = DumpName.move(from: x, to: y)
      let comma = !isLast(new: y)
      if Sameness.isSame(oldChild.peek, newChild.peek) {
        return differ.writeLines(.moved, Contents(of: newChild.peek), name, comma: comma, remaining: 0)
      }
      differ.output.kind = .moved
      differ.diff(
        oldChild.peek,
        newChild.peek,
        Place(oldName: oldChild.name, newName: name, hasComma: comma, depth: depth)
      )
      differ.output.kind = .same
    }

    private func isRenamed(_ old: DumpChild, _ new: DumpChild) -> Bool {
      switch (old.name, new.name) {
      case (.label(let old)?, .label(let new)?): old != new
      case (.key, .key): true
      default: false
      }
    }
  }
}
