/// Writes values to an output: the traversal shared by dumps and diffs.
final class Dumper {
  /// The maximum depth of traversal, beyond which `…` is written. It protects the stack.
  static let deepest = 256

  let output: DumpOutput
  private var objects = ObjectNames()
  private var depth = 0

  init(_ output: DumpOutput) {
    self.output = output
  }

  /// Whether an object was written. It is written in full only where it occurs first, with a number if others have its type.
  var hasWrittenObjects: Bool { !objects.isEmpty }

  /// Writes a value, without ending the last line.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name before it.
  ///   - remaining: The number of levels of children to show.
  ///   - isRoot: Whether to prefix an enum's case with its type.
  func dump(_ value: Peek, name: DumpName? = nil, remaining: Int, isRoot: Bool = false) {
    dump(Contents(of: value), name: name, remaining: remaining, isRoot: isRoot)
  }

  /// Writes a value; a key before it may be shown to a greater depth.
  func dump(
    _ contents: Contents,
    name: DumpName? = nil,
    remaining: Int,
    remainingInName: Int? = nil,
    isRoot: Bool = false
  ) {
    write(name, remaining: remainingInName ?? remaining)
    depth += 1
    defer { depth -= 1 }
    if case .string(let string) = contents.form {
      // The lines of a named multi-line text are indented below its name.
      let outer = output.indent
      if name != nil, !contents.wasRepresented { output.indent += 2 }
      output.write(DumpText.literal(string, isCollapsed: remaining <= 0))
      output.indent = outer
      return
    }
    guard let brackets = writeHead(of: contents, isRoot: isRoot && !contents.wasOptional) else { return }
    output.write(brackets.open)
    writeInside(of: contents, remaining: depth < Self.deepest ? remaining : 0)
    output.write(brackets.close)
  }

  /// Writes a name and the colon after it.
  func write(_ name: DumpName?, remaining: Int = .max) {
    switch name {
    case nil: return
    case .label(let label): output.write(label)
    case .index(let index): output.write("[\(index)]")
    case .key(let key): dump(key, remaining: remaining)
    case .move(let old, let new): output.write("[\(old) → \(new)]")
    }
    output.write(": ")
  }

  /// The brackets around the children of a shape.
  typealias Brackets = (open: String, close: String)

  /// Writes the part before the children.
  ///
  /// - Returns: The brackets around the children, or `nil` if the value is complete.
  func writeHead(of contents: Contents, isRoot: Bool) -> Brackets? {
    let (text, brackets) = head(of: contents, isRoot: isRoot)
    // An empty text of a value begins a line, too.
    if brackets == nil || !text.isEmpty { output.write(text) }
    return brackets
  }

  private func head(of contents: Contents, isRoot: Bool = false) -> (text: String, brackets: Brackets?) {
    switch contents.form {
    case .text(let text): return (text, nil)
    case .string(let string): return (DumpText.literal(string), nil)
    case .structure(let name): return (name, ("(", ")"))
    case .object(let object, let name):
      let (mark, isNew) = objects.mark(of: object, named: name)
      return isNew ? (mark + name, ("(", ")")) : (mark + name + "(↩︎)", nil)
    case .enumCase(let type, let name, let hasPayload):
      return (isRoot ? type + "." + name : "." + name, hasPayload ? ("(", ")") : nil)
    case .tuple: return ("", ("(", ")"))
    case .list: return ("", ("[", "]"))
    case .dictionary: return ("", (contents.children.count == 0 ? "[:" : "[", "]"))
    case .set: return ("", ("Set([", "])"))
    }
  }

  private func writeInside(of contents: Contents, remaining: Int) {
    let count = contents.children.count
    if count == 0 { return }
    let only = contents.onlyLeaf
    if let only, let text = oneLine(only, remaining: remaining) {
      write(contents.children[0].name)
      output.write(text)
      return
    }
    if remaining <= 0 {
      output.write("…")
      return
    }
    output.indent += 2
    for position in 0..<count {
      output.endLine()
      let child = contents.children[position]
      dump(only ?? Contents(of: child.peek), name: child.name, remaining: remaining - 1)
      if position < count - 1 { output.write(",") }
    }
    output.indent -= 2
    output.endLine()
  }

  /// The text of a leaf, if it fits on one line.
  private func oneLine(_ leaf: Contents, remaining: Int) -> String? {
    switch leaf.form {
    case .text(let text): return text.utf8.contains(UInt8(ascii: "\n")) ? nil : text
    case .string(let string):
      let isCollapsed = remaining <= 1
      return !isCollapsed && DumpText.hasLines(string)
        ? nil : DumpText.literal(string, isCollapsed: isCollapsed)
    case .object: return inherited(leaf, remaining: remaining)
    default:
      let (text, brackets) = head(of: leaf)
      return text + (brackets.map { $0.open + $0.close } ?? "")
    }
  }

  /// The text of an object without own fields, if it fits on one line; inherited fields may make it longer.
  private func inherited(_ leaf: Contents, remaining: Int) -> String? {
    var lines: [String] = []
    let dumper = Dumper(DumpOutput { lines.append($0.text) })
    dumper.objects = objects
    dumper.dump(leaf, remaining: remaining - 1)
    dumper.output.endLine()
    guard lines.count == 1 else { return nil }
    objects = dumper.objects
    return lines[0]
  }
}

/// Names objects: the second of a type is `#1`, and an object that was already dumped is not dumped again.
private struct ObjectNames {
  // Retained, so that the address of an object created only for the dump is not reused by another.
  private var known: [ObjectIdentifier: (object: AnyObject, number: Int)] = [:]
  private var count: [String: Int] = [:]

  var isEmpty: Bool { known.isEmpty }

  mutating func mark(of object: AnyObject, named name: String) -> (mark: String, isNew: Bool) {
    let id = ObjectIdentifier(object)
    if let seen = known[id] { return (Self.mark(seen.number), false) }
    let number = count[name, default: 0]
    count[name] = number + 1
    known[id] = (object, number)
    return (Self.mark(number), true)
  }

  private static func mark(_ number: Int) -> String { number == 0 ? "" : "#\(number) " }
}
