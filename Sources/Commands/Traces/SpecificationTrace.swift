import Core

/// A trace of a specification in the Informal Trace Format, which Quint, Apalache and others write.
struct SpecificationTrace {
  private typealias Mistake = TraceValue.Mistake

  /// The names of the variables.
  let variables: [String]
  /// The value of each variable, state by state.
  let states: [[String: TraceValue]]
  /// The state to which the last one leads back, if the trace is endless.
  let loop: Int?
  /// The path of the file.
  let path: String
  private let text: JSONText

  /// Reads a file.
  ///
  /// - Throws: A `Diagnostic` at the file's name if it cannot be read, or in the file.
  init(reading file: Located<String>) throws(Diagnostic) {
    try self.init(try file.contents(), path: file.value)
  }

  /// Reads the contents of a file.
  init(_ bytes: [UInt8], path: String) throws(Diagnostic) {
    self.path = path
    text = try JSONText(parsing: bytes, file: path)
    do {
      (variables, states, loop) = try Self.parts(of: text.value)
    } catch {
      throw text.place(of: error.path).diagnostic(error.message, hint: error.hint)
    }
  }

  private static func parts(
    of json: JSON
  ) throws(Mistake) -> (variables: [String], states: [[String: TraceValue]], loop: Int?) {
    guard let variables = json["vars"]?.elements?.compactMap(\.string), let states = json["states"]?.elements
    else {
      throw Mistake(
        path: [],
        message: "not a trace: 'vars' or 'states' is missing",
        hint:
          "write one with 'quint run --out-itf=FILE', or take the '.itf.json' file of a counterexample of Apalache"
      )
    }
    var found: [[String: TraceValue]] = []
    for (index, state) in states.enumerated() {
      let path: [JSONStep] = [.member("states"), .element(index)]
      guard case .object(let members) = state else {
        throw Mistake(
          path: path,
          message: "a state must be an object with the values of the variables"
        )
      }
      var values: [String: TraceValue] = [:]
      for (name, value) in members where name != "#meta" {
        values[name] = try TraceValue(value, at: path + [.member(name)])
      }
      if let missing = variables.first(where: { values[$0] == nil }) {
        throw Mistake(path: path, message: "the variable '\(missing)' is missing in this state")
      }
      found.append(values)
    }
    guard !found.isEmpty else {
      throw Mistake(path: [.member("states")], message: "the trace has no states")
    }
    guard let loop = json["loop"], loop != .null else { return (variables, found, nil) }
    let path = [JSONStep.member("loop")]
    guard case .integer(let digits) = try TraceValue(loop, at: path), let state = Int(digits),
      found.indices.contains(state)
    else {
      throw Mistake(path: path, message: "there is no state \(loop.text) to lead back to")
    }
    return (variables, found, state)
  }

  /// The place of a state, or of a variable in it.
  func place(ofState index: Int, _ variable: String? = nil) -> SourceText {
    text.place(of: [.member("states"), .element(index)] + [variable.map(JSONStep.member)].compactMap(\.self))
  }

  /// What the file of a trace is called without its extensions: `out` for `out.itf.json`.
  static func stem(of path: String) -> String {
    var path = path
    for end in [".json", ".itf"] where path.hasSuffix(end) { path.removeLast(end.count) }
    return path
  }
}

extension Located<String> {
  /// The contents of the file at this path.
  ///
  /// - Throws: A `Diagnostic` at the file's name if it cannot be read.
  func contents(hint: String? = nil) throws(Diagnostic) -> [UInt8] {
    do { return try AtomicFile.contents(of: value) } catch {
      var diagnostic = SessionFileError(error).diagnostic(at: self)
      diagnostic.hint = hint
      throw diagnostic
    }
  }
}
