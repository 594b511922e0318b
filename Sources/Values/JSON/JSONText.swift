import Core

/// A step from a JSON value to a part of it.
package enum JSONStep: Equatable {
  case member(String)
  case element(Int)
}

/// A JSON text whose parts have places, for errors in files.
package struct JSONText {
  /// Its value.
  package let value: JSON
  private let bytes: [UInt8]
  private let source: SourceText

  /// Parses a text.
  ///
  /// - Parameter file: The name in errors.
  /// - Throws: A `Diagnostic` where the text is not JSON.
  package init(parsing bytes: [UInt8], file: String) throws(Diagnostic) {
    let bytes = bytes.hasByteOrderMark ? Array(bytes.dropFirst(3)) : bytes
    self.bytes = bytes
    source = SourceText(String(decoding: bytes, as: UTF8.self), file: file)
    var parser = JSONParser(bytes)
    do throws(JSONSyntaxError) { value = try parser.parse() } catch {
      let end = min(parser.position, bytes.count)
      throw source.diagnostic(
        end < bytes.count
          ? "the file \(error.problem)" : "the file ends before its JSON does: it is incomplete",
        at: end..<min(end + 1, bytes.count)
      )
    }
  }

  /// The place of a part; the whole text if there is no such part.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func place(of path: [JSONStep]) -> SourceText {
    var parser = JSONParser(bytes)
    return parser.place(of: path[...]).map { source.slice($0) } ?? source
  }
}
