import SwiftSyntax
import SwiftSyntaxBuilder

extension ExtensionDeclSyntax {
  /// An extension that only adds conformances.
  static func conformance(
    of type: some TypeSyntaxProtocol,
    to protocols: [String],
    availability: [String] = []
  ) -> ExtensionDeclSyntax {
    let attributes = availability.map { $0 + "\n" }.joined()
    let source: DeclSyntax = """
      \(raw: attributes)extension \(type.trimmed): \(raw: protocols.joined(separator: ", ")) {}
      """
    return source.cast(ExtensionDeclSyntax.self)
  }
}
