/// What a batch prints.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Lines for people.
  case text
  /// Events for programs, one a line: see `help json`.
  case json
}
