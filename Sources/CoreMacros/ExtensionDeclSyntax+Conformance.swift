import SwiftSyntax
import SwiftSyntaxBuilder

extension ExtensionDeclSyntax {
  /// An extension that only adds conformances.
  static func conformance(
    of type: some TypeSyntaxProtocol,
    to protocols: [String],
    availability: String = ""
  ) -> ExtensionDeclSyntax {
    let source: DeclSyntax = """
      \(raw: availability)extension \(type.trimmed): \(raw: protocols.joined(separator: ", ")) {}
      """
    return source.cast(ExtensionDeclSyntax.self)
  }
}
