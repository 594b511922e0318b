import Commands
import Core

extension Debugger {
  /// The text of the session in a format.
  ///
  /// - Parameter program: The name of the program.
  /// - Returns: The text, and a description of what it contains: `12 moments on 2 branches`.
  /// - Throws: A `CommandFailure` if the session cannot be written in the format, or if interrupted.
  package func exported(
    as format: ExportFormat,
    by program: String
  ) throws -> (text: String, content: String) {
    let timeline = try Timeline(of: self, program: program)
    let states = TimelineStates(of: self)
    let checkInterruption = { [isInterrupted] in
      if isInterrupted() { throw CommandFailure("interrupted") }
    }
    switch format {
    case .html:
      let page = HTMLPage(timeline: timeline, states: states)
      return (try page.text(checkInterruption: checkInterruption), timeline.extent)
    }
  }

  /// Writes the session to a file in a format.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - file: The file.
  ///   - replaces: Whether to overwrite a file with contents.
  /// - Throws: A `Diagnostic` at the file's name, or a `CommandFailure`; an existing file is then unchanged.
  func export(
    as format: ExportFormat,
    by program: String,
    to file: Located<String>,
    replaces: Bool
  ) throws -> ExportAnswer {
    var content = ""
    let bytes = try write(to: file, replaces: replaces) {
      let result = try exported(as: format, by: program)
      content = result.content
      return result.text
    }
    return ExportAnswer(format: format.rawValue, path: file.value, bytes: bytes, content: content)
  }
}

extension Timeline {
  /// What a file with the whole tree contains.
  var extent: String {
    let moments = counted(moments.count, "moment")
    return branches.count > 1 ? "\(moments) on \(branches.count) branches" : moments
  }
}
