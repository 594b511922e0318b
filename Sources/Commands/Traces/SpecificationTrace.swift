import Core

/// A trace of a specification in the Informal Trace Format, which Quint, Apalache and others write.
struct SpecificationTrace {
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
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try AtomicFile.contents(of: file.value) } catch {
      throw file.diagnostic(error.description)
    }
    try self.init(bytes, path: file.value)
  }

  /// Reads the contents of a file.
  init(_ bytes: [UInt8], path: String) throws(Diagnostic) {
    self.path = path
    text = try JSONText(parsing: bytes, file: path)
    do throws(TraceValue.Mistake) {
      (variables, states, loop) = try Self.parts(of: text.value)
    } catch {
      throw text.place(of: error.path).diagnostic(error.message, hint: error.hint)
    }
  }

  private static func parts(
    of json: JSON
  ) throws(TraceValue.Mistake) -> (variables: [String], states: [[String: TraceValue]], loop: Int?) {
    guard let variables = json["vars"]?.elements?.compactMap(\.string), let states = json["states"]?.elements
    else {
      throw TraceValue.Mistake(
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
        throw TraceValue.Mistake(
          path: path,
          message: "a state must be an object with the values of the variables"
        )
      }
      var values: [String: TraceValue] = [:]
      for (name, value) in members where name != "#meta" {
        values[name] = try TraceValue(value, at: path + [.member(name)])
      }
      if let missing = variables.first(where: { values[$0] == nil }) {
        throw TraceValue.Mistake(path: path, message: "the variable '\(missing)' is missing in this state")
      }
      found.append(values)
    }
    guard !found.isEmpty else {
      throw TraceValue.Mistake(path: [.member("states")], message: "the trace has no states")
    }
    let loop = json["loop"].flatMap(\.int)
    guard loop.map(found.indices.contains) ?? true else {
      throw TraceValue.Mistake(
        path: [.member("loop")],
        message: "there is no state \(loop ?? 0) to lead back to"
      )
    }
    return (variables, found, loop)
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
