/// The output format of a batch run.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Text for people.
  case text
  /// Events for programs, one per line; see `help json`.
  case json
}
