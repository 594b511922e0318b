import Core

/// Writes what happens as JSON, one event a line.
final class EventWriter {
  /// The version of the form that `help json` describes.
  static var version: Int { 1 }

  private let target: Output
  /// The start of a line of text whose end has not come yet.
  private var line: [UInt8] = []
  /// Takes what commands print; each line of it becomes an event.
  private(set) lazy var textOutput = Output(capacity: 1 << 12) { [unowned self] bytes in take(bytes) }

  /// - Parameter target: Where the events go.
  init(to target: Output) {
    self.target = target
  }

  /// Writes an event behind everything that was printed before it.
  ///
  /// - Parameters:
  ///   - name: What it is.
  ///   - members: What is known of it; what is `nil` is left out.
  func emit(_ name: String, _ members: KeyValuePairs<String, JSON?>) {
    textOutput.flush()
    put(name, members)
    if let failure = target.failure { textOutput.fail(failure) }
  }

  func flush() {
    textOutput.flush()
    target.flush()
    if let failure = target.failure { textOutput.fail(failure) }
  }

  private func put(_ name: String, _ members: KeyValuePairs<String, JSON?>) {
    let all = [("event", JSON?.some(.string(name)))] + members.map { ($0.key, $0.value) }
    target.put(JSON.object(all.compactMap { name, value in value.map { (name, $0) } }).text)
    target.put("\n")
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Output.Failure? {
    for byte in bytes {
      if byte == .newline {
        put("output", ["text": .string(String(decoding: line.uncolored, as: UTF8.self))])
        line.removeAll(keepingCapacity: true)
      } else {
        line.append(byte)
      }
    }
    return target.failure
  }
}

extension EventWriter {
  func emit(_ diagnostic: Diagnostic) {
    emit(
      "diagnostic",
      [
        "severity": .string(diagnostic.severity.rawValue),
        "file": .string(diagnostic.location.file),
        "line": .number(diagnostic.location.line),
        "column": .number(diagnostic.location.column),
        "length": .number(diagnostic.length),
        "message": .string(diagnostic.message),
        "notes": diagnostic.notes.isEmpty ? nil : .array(diagnostic.notes.map(JSON.string)),
        "help": diagnostic.remedy.map(JSON.string),
      ]
    )
  }

  /// Something is wrong with a whole command, or with no command in particular.
  func emit(
    _ severity: Diagnostic.Severity,
    _ message: String,
    noticedAt site: String? = nil,
    at source: SourceText? = nil
  ) {
    let place = source.map(JSON.place)
    emit(
      "diagnostic",
      [
        "severity": .string(severity.rawValue), "file": place?.file, "line": place?.line,
        "column": place?.column,
        "length": source.map { .number(max(1, $0.text.count)) }, "site": site.map(JSON.string),
        "message": .string(message),
      ]
    )
  }

  /// A feature was caught at a misuse, which has two places: the command's and that in the code.
  func emit(_ report: IssueReport) {
    emit(
      "diagnostic",
      [
        "severity": .string(Diagnostic.Severity.warning.rawValue),
        "file": report.place.map { .string($0.file) },
        "line": report.place.map { .number($0.line) },
        "column": report.place.map { .number($0.column) },
        "length": report.place.map { _ in .number(max(1, report.command.count)) },
        "site": .string(report.site),
        "message": .string(report.issue.message),
        "notes": report.enclosures.isEmpty ? nil : .array(report.enclosures.map(JSON.string)),
      ]
    )
  }

  func emit(message: String) { emit("message", ["text": .string(message)]) }
}

extension JSON {
  /// A place in a script.
  static func place(_ source: SourceText) -> (file: JSON, line: JSON, column: JSON) {
    let place = source.location
    return (.string(place.file), .number(place.line), .number(place.column))
  }
}
