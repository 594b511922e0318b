import CoreMacros
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

// Apart from the macros, because the package manager builds a test of a plug-in, and all that is tested with it, a second
// time. `SwiftCompilerPlugin` would find only macros of this module; the compiler's own SwiftSyntax does not have it.
@main
struct Plugin: PluginProvider {
  static func main() throws {
    let listener = CompilerPluginMessageListener(
      connection: try StandardIOMessageConnection(),
      provider: Plugin()
    )
    try listener.main()
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = macroTypes.first(where: { "\($0)" == typeName }) else {
      throw UnknownMacro(name: typeName)
    }
    return macro
  }

  private struct UnknownMacro: Error {
    let name: String
  }
}
