/// Writes a value's structure to a stream.
///
/// ```swift
/// var text = ""
/// customDump(user, to: &text)
/// // User(
/// //   id: 42,
/// //   name: "Blob"
/// // )
/// ```
///
/// The output is written to the stream line by line. A reference cycle is cut off as `Node(↩︎)`, and values nested
/// deeper than several hundred levels as `…`. Control characters are always escaped.
///
/// - Parameters:
///   - value: The value.
///   - target: The stream.
///   - name: A name to write before the value, followed by a colon.
///   - indent: The number of spaces at the start of each line.
///   - maxDepth: The number of levels to show; deeper ones are shown as `…`.
/// - Returns: The value.
@discardableResult
public func customDump<T, TargetStream: TextOutputStream>(
  _ value: T,
  to target: inout TargetStream,
  name: String? = nil,
  indent: Int = 0,
  maxDepth: Int = .max
) -> T {
  withUnsafeMutablePointer(to: &target) { target in
    var isFirst = true
    let output = DumpOutput(indent: indent) { line in
      if !isFirst { target.pointee.write("\n") }
      isFirst = false
      target.pointee.write(line.text)
    }
    withUnsafePointer(to: value) { value in
      let peek = Peek(at: value, .of(T.self))
      Dumper(output).dump(peek, name: name.map(DumpName.label), remaining: maxDepth, isRoot: true)
    }
    output.endLine()
  }
  return value
}

/// Writes a value's structure to standard output.
///
/// - Parameters:
///   - value: The value.
///   - name: A name to write before the value, followed by a colon.
///   - indent: The number of spaces at the start of each line.
///   - maxDepth: The number of levels to show; deeper ones are shown as `…`.
/// - Returns: The value.
@discardableResult
public func customDump<T>(_ value: T, name: String? = nil, indent: Int = 0, maxDepth: Int = .max) -> T {
  var text = ""
  customDump(value, to: &text, name: name, indent: indent, maxDepth: maxDepth)
  print(text)
  return value
}

extension String {
  /// The structure of a value, as ``customDump(_:to:name:indent:maxDepth:)`` writes it.
  public init<Subject>(customDumping subject: Subject) {
    self.init()
    customDump(subject, to: &self)
  }
}
