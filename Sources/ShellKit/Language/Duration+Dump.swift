import Core

extension Duration: CustomDumpStringConvertible {
  /// As the language writes it: `1m30s`.
  public var customDumpDescription: String { formatted }
}
