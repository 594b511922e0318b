extension Argument {
  /// An expression over the state, which takes the rest of the line as it is written.
  public static func expression(_ name: String) -> Parameter<Expression> {
    Parameter(name) { (reader) throws(Diagnostic) -> Expression in
      guard let source = reader.rest() else { throw reader.missing(name) }
      return try Expression(parsing: source)
    }
  }
}
